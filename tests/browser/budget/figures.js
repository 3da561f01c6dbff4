// Measures what is on a page by computed styles, and names the rules from which wrong values come.
// Run in the page with {size, weight, radius, control, row, edge, grid} of limits.py and {hall, within, colours}.
(limits) => {
  const SHORT = {
    "font-size": ["font"],
    "font-weight": ["font"],
    "font-family": ["font"],
    "background-color": ["background"],
    "border-top-left-radius": ["border-radius"],
    "row-gap": ["gap"],
    "column-gap": ["gap"],
    "text-decoration-color": ["text-decoration"],
    height: ["block-size"],
    "min-height": ["min-block-size"],
  };
  for (const side of ["top", "right", "bottom", "left"]) {
    const axis = side === "top" || side === "bottom" ? "block" : "inline";
    const end = side === "top" || side === "left" ? "start" : "end";
    const border = [`border-${side}`, "border-color", "border", `border-${axis}`, `border-${axis}-${end}`];
    SHORT[`border-${side}-color`] = border;
    for (const box of ["padding", "margin"]) SHORT[`${box}-${side}`] = [box, `${box}-${axis}`, `${box}-${axis}-${end}`];
  }
  const INHERITED = ["font-size", "font-weight", "font-family", "color", "fill", "stroke"];
  const OWN = "the browser's own";
  const HEIGHTS = ["height", "min-height", "padding-top"];

  // A change of the theme may still be on its way.
  for (const change of document.getAnimations()) {
    if (Number.isFinite(change.effect.getComputedTiming().endTime)) change.finish();
    else change.cancel();
  }

  // The rules that count on this page, with the order of their layers.
  const layers = [];
  const rules = [];
  const layer = (name) => {
    if (!layers.includes(name)) layers.push(name);
    return name;
  };
  function gather(list, within) {
    for (const rule of list) {
      if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) gather(rule.styleSheet.cssRules, rule.layerName == null ? within : layer(rule.layerName));
      } else if (rule instanceof CSSLayerStatementRule) rule.nameList.forEach(layer);
      else if (rule instanceof CSSLayerBlockRule) gather(rule.cssRules, layer(rule.name));
      else if (rule instanceof CSSMediaRule) {
        if (matchMedia(rule.media.mediaText).matches) gather(rule.cssRules, within);
      } else if (rule instanceof CSSSupportsRule) {
        if (CSS.supports(rule.conditionText)) gather(rule.cssRules, within);
      } else if (rule instanceof CSSStyleRule) rules.push({ rule, within });
      else if (rule.cssRules && !(rule instanceof CSSKeyframesRule)) gather(rule.cssRules, within);
    }
  }
  for (const sheet of document.styleSheets) if (matchMedia(sheet.media.mediaText).matches) gather(sheet.cssRules, null);

  function parts(selector) {
    const found = [];
    let depth = 0;
    let part = "";
    for (const sign of selector) {
      if (sign === "(") depth += 1;
      if (sign === ")") depth -= 1;
      if (sign === "," && depth === 0) {
        found.push(part.trim());
        part = "";
      } else part += sign;
    }
    return [...found, part.trim()];
  }
  // Near enough: what stands in :is() and :not() counts as it stands there.
  function weigh(selector) {
    const plain = selector.replace(/:where\([^()]*(\([^()]*\)[^()]*)*\)/g, "").replace(/:(is|not|has)\(/g, " ");
    const count = (what) => (plain.match(what) ?? []).length;
    const types = /(^|[\s>+~(,])[a-z][\w-]*|::[\w-]+/g;
    return 1e6 * count(/#[\w-]+/g) + 1e3 * count(/\.[\w-]+|\[[^\]]*\]|(^|[^:]):(?!:)[\w-]+/g) + count(types);
  }
  const declaring = new Map();
  function rulesFor(property) {
    if (!declaring.has(property)) {
      const names = [property, ...(SHORT[property] ?? [])];
      declaring.set(property, rules.flatMap(({ rule, within }, order) => {
        const set = names.find((one) => rule.style.getPropertyValue(one));
        if (!set && ![...rule.style].includes(property)) return [];
        const name = set ?? property;
        const rank = within == null ? layers.length : layers.indexOf(within);
        const urgent = rule.style.getPropertyPriority(name) ? 1 : 0;
        // The browser does not say what a shorthand with a variable sets, where part of it is set again.
        const text = `${name}: ${rule.style.getPropertyValue(name) || "in a shorthand"}`;
        return parts(rule.selectorText).map((selector) => {
          const pseudo = selector.match(/::?(before|after)$/)?.[1] ?? "";
          const plain = pseudo ? selector.replace(/::?(before|after)$/, "") || "*" : selector;
          return { selector, plain, pseudo, text, key: [urgent, rank, weigh(selector), order] };
        });
      }));
    }
    return declaring.get(property);
  }
  const later = (one, other) => {
    const at = one.key.findIndex((value, n) => value !== other.key[n]);
    return at >= 0 && one.key[at] > other.key[at];
  };
  function ruleOf(item, property, pseudo) {
    const steps = pseudo ? [[item, pseudo]] : [];
    for (let at = item; at; at = at.parentElement) steps.push([at, ""]);
    for (const [at, own] of steps) {
      const inline = own ? "" : at.style.getPropertyValue(property);
      if (inline) return `style of ${nameOf(at)} { ${property}: ${inline} }`;
      let best = null;
      for (const one of rulesFor(property)) {
        if (one.pseudo !== own || (best && !later(one, best))) continue;
        try {
          if (at.matches(one.plain)) best = one;
        } catch {
          // Not a selector for elements: ::backdrop and the like.
        }
      }
      if (best && !/: (inherit|unset)$/.test(best.text)) return `${best.selector} { ${best.text} }`;
      if (!INHERITED.includes(property)) break;
    }
    return OWN;
  }

  // The colours of the tokens, as the browser writes them.
  const probe = document.createElement("i");
  document.body.append(probe);
  const tokens = new Set(["rgba(0, 0, 0, 0)"]);
  const root = getComputedStyle(document.documentElement);
  for (const { rule } of rules) {
    if (!/(^|,\s*)(:root|html)\b/.test(rule.selectorText)) continue;
    for (const name of rule.style) {
      const value = name.startsWith("--") ? root.getPropertyValue(name).trim() : "";
      if (!value || !CSS.supports("color", value) || /^(inherit|initial|unset|revert|current)/i.test(value)) continue;
      probe.style.color = value;
      tokens.add(getComputedStyle(probe).color);
    }
  }

  // The hall's unit: what does not fit is made smaller by a --u of its own.
  const units = new Map();
  function unit(item) {
    if (!limits.hall) return 1;
    const box = item.closest('[style*="--u"]') ?? document.body;
    if (!units.has(box)) {
      probe.style.cssText = "position: absolute; visibility: hidden; width: calc(1000 * var(--u))";
      box.append(probe);
      units.set(box, probe.getBoundingClientRect().width / 1000);
    }
    return units.get(box);
  }

  const figures = {};
  const known = new Map();
  const round = (value) => Math.round(value * 100) / 100;
  const near = (value, allowed) => allowed.some((one) => Math.abs(one - value) < 0.06);
  const wrong = {
    size: (value) => !near(value, limits.size),
    weight: (value) => !near(value, limits.weight),
    family: () => false,
    radius: (value) => value !== "pill" && !near(value, limits.radius),
    control: (value) => limits.control !== null && !near(value, limits.control),
    row: (value) => limits.row !== null && !near(value, limits.row),
    space: (value) => Math.abs(value) !== 1 && !near(value / limits.grid, [Math.round(value / limits.grid)]),
    colour: (value) => !tokens.has(value),
    left: (value) => limits.edge !== null && !near(value, [limits.edge]),
    width: () => false,
    title: () => false,
    least: () => false,
  };
  function nameOf(item) {
    const own = (one) => {
      const names = [...(one.classList ?? [])].slice(0, 3).map((name) => `.${name}`).join("");
      const kind = one.matches("input") ? `[type=${one.type}]` : "";
      return `${one.localName}${kind}${names}`;
    };
    const above = item.parentElement;
    return above && above !== document.body ? `${own(above)} > ${own(item)}` : own(item);
  }
  function note(kind, value, item, properties = [], pseudo = "") {
    const all = (figures[kind] ??= {});
    const found = (all[value] ??= { value, count: 0, wrong: wrong[kind](value), on: {}, rules: {} });
    found.count += 1;
    const name = nameOf(item) + (pseudo && `::${pseudo}`);
    if (!(name in found.on)) {
      const words = (item.value ?? item.textContent ?? "").toString().trim().replace(/\s+/g, " ");
      found.on[name] = words.slice(0, 30);
    }
    if (!found.wrong) return;
    // What has the same name and value has it from the same rules: to find them takes long.
    const key = [kind, value, name, properties[0]].join("|");
    if (!known.has(key)) {
      const all = new Set(properties.map((property) => ruleOf(item, property, pseudo)));
      if (all.size > 1) all.delete(OWN);
      known.set(key, [...all]);
    }
    for (const rule of known.get(key)) found.rules[rule] = (found.rules[rule] ?? 0) + 1;
  }

  const NONE = "script, style, noscript, template, option, optgroup, br, wbr, source, datalist";
  const OTHERS = ["hidden", "checkbox", "radio", "range", "color", "file", "image"].map((type) => `[type=${type}]`);
  const CONTROL = `button, .button, select, input:not(${OTHERS})`;
  const shown = (colour) => !/^rgba\(.*, 0\)$|^transparent$/.test(colour);
  const SIDES = ["top", "right", "bottom", "left"];
  const visible = (item) => {
    if (!item.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const box = item.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > 0 && box.bottom > 0;
  };

  function letters(item, style, pseudo) {
    note("colour", style.color, item, ["color"], pseudo);
    if (limits.colours) return;
    const size = parseFloat(style.fontSize);
    // In the hall the letters of a chart are part of a picture: nobody reads them from the back.
    if (!limits.hall || !item.closest("svg")) note("size", round(size / unit(item)), item, ["font-size"], pseudo);
    note("weight", Number(style.fontWeight), item, ["font-weight"], pseudo);
    note("family", style.fontFamily.split(",")[0].replaceAll('"', ""), item);
    if (limits.hall) note("least", round((size * 720) / innerHeight), item);
  }
  function paint(item, style) {
    if (shown(style.backgroundColor)) note("colour", style.backgroundColor, item, ["background-color"]);
    for (const side of SIDES) {
      const drawn = parseFloat(style[`border-${side}-width`]) > 0 && style[`border-${side}-style`] !== "none";
      if (drawn) note("colour", style[`border-${side}-color`], item, [`border-${side}-color`]);
    }
    if (style.textDecorationLine !== "none") note("colour", style.textDecorationColor, item, ["text-decoration-color"]);
  }
  function spaces(item, style) {
    const declared = item.computedStyleMap();
    const names = SIDES.flatMap((side) => [`padding-${side}`, `margin-${side}`]);
    const laid = /flex|grid/.test(style.display) || style.columnCount !== "auto";
    for (const name of laid ? [...names, "row-gap", "column-gap"] : names) {
      if (declared.get(name)?.unit === "percent" || declared.get(name)?.value === "auto") continue;
      const value = round(parseFloat(style[name]) / unit(item));
      if (value) note("space", value, item, [name]);
    }
  }
  function corners(item, style, box) {
    const edged = shown(style.backgroundColor) || style.backgroundImage !== "none" || item.localName === "img"
      || SIDES.some((side) => parseFloat(style[`border-${side}-width`]) > 0);
    if (!edged) return;
    for (const name of ["TopLeft", "TopRight", "BottomLeft", "BottomRight"].map((at) => `border${at}Radius`)) {
      const radius = parseFloat(style[name]);
      const pill = style[name].includes("%") ? radius >= 50 : radius >= Math.min(box.width, box.height) / 2 - 0.1;
      if (radius) note("radius", pill ? "pill" : round(radius / unit(item)), item, ["border-top-left-radius"]);
    }
  }
  const linesIn = (cell) => {
    const range = new Range();
    range.selectNodeContents(cell);
    const tops = [...range.getClientRects()].filter((box) => box.width > 1).map((box) => box.top + box.height / 2);
    return tops.length ? (Math.max(...tops) - Math.min(...tops) > 12 ? 2 : 1) : 0;
  };

  for (const item of document.querySelectorAll(`${limits.within} *`)) {
    if (item === probe || item.matches(NONE) || item.closest(".visually-hidden") || !visible(item)) continue;
    const style = getComputedStyle(item);
    if (style.clipPath !== "none" || style.display === "contents") continue;
    const writes = [...item.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (writes || item.matches("select, textarea, input:not([type=checkbox], [type=radio])")) letters(item, style, "");
    for (const pseudo of ["before", "after"]) {
      const marked = getComputedStyle(item, `::${pseudo}`);
      if (/^["c]/.test(marked.content) && !/^""/.test(marked.content)) letters(item, marked, pseudo);
    }
    if (item.ownerSVGElement) {
      const drawn = !item.matches("g, line, polyline, defs, title, desc, text, tspan, use, symbol");
      if (drawn && style.fill !== "none") note("colour", style.fill, item, ["fill"]);
      if (style.stroke !== "none" && !item.matches("g")) note("colour", style.stroke, item, ["stroke"]);
      continue;
    }
    paint(item, style);
    if (limits.colours) continue;
    const box = item.getBoundingClientRect();
    spaces(item, style);
    corners(item, style, box);
    if (item.matches(CONTROL)) note("control", round(box.height / unit(item)), item, HEIGHTS);
    if (item.matches(":not(thead) > tr:has(td)") && [...item.cells].every((cell) => cell.rowSpan === 1 && linesIn(cell) < 2)) {
      note("row", round(box.height), item.cells[item.cells.length - 1], HEIGHTS);
    }
  }
  const main = document.querySelector("main");
  if (limits.within === "body" && main && !limits.hall && !limits.colours) {
    const title = main.querySelector("h1");
    if (title && visible(title)) note("title", round(title.getBoundingClientRect().left), title);
    const laid = /flex|grid/.test(getComputedStyle(main).display);
    const blocks = [...main.children].filter((item) => {
      const style = getComputedStyle(item);
      if (!visible(item) || item.matches(".visually-hidden, dialog")) return false;
      return !/fixed|absolute/.test(style.position) && !/^inline/.test(style.display) && style.float === "none";
    });
    const edge = main.getBoundingClientRect().left + parseFloat(getComputedStyle(main).paddingLeft);
    const lefts = blocks.map((item) => item.getBoundingClientRect().left);
    for (const item of blocks) {
      const { left, width } = item.getBoundingClientRect();
      const from = Math.abs(left - edge) < 1 ? main : item;
      if (width >= innerWidth) continue; // from edge to edge
      const rules = ["max-width", "margin-left", "padding-left"];
      if (!laid || left === Math.min(...lefts)) note("left", round(left), from, rules);
      note("width", round(width), item);
    }
  }
  probe.remove();
  return figures;
}
