// Rules for static/css: stylelint's standard, and more.
export default {
  extends: "stylelint-config-standard",
  referenceFiles: ["static/css/tokens.css", "static/vendor/lucide/icons.css"],
  reportDescriptionlessDisables: true,
  reportInvalidScopeDisables: true,
  reportNeedlessDisables: true,
  reportUnscopedDisables: true,
  rules: {
    // added
    "color-named": "never",
    "no-unknown-animations": true,
    "no-unknown-custom-properties": true,

    // set otherwise
    "import-notation": "string", // config/web/templates.py reads the imports
    "media-feature-range-notation": "prefix", // phones from before 2023 know no ranges
    "property-no-vendor-prefix": [true, { ignoreProperties: ["-webkit-mask", "-webkit-text-size-adjust"] }], // older phones
    "selector-class-pattern": "^[a-z][a-z0-9]*([-_][a-z0-9]+)*$", // values of the program are classes too
    "value-keyword-case": ["lower", { ignoreProperties: ["--sans", "--of-device"] }], // names of fonts

    // switched off
    "at-rule-empty-line-before": null, // what holds for small screens stands right below what it changes
    "declaration-block-single-line-max-declarations": null, // a short rule is one line
    "no-descending-specificity": null, // it compares selectors of components that never meet in an element
  },
  overrides: [
    {
      files: ["static/css/admin.css"],
      rules: { "no-unknown-custom-properties": null, "selector-class-pattern": null }, // Django's own
    },
  ],
};
