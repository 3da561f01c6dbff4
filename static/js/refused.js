// What was refused is where one is taken to.
"use strict";

(() => {
  const refused = document.querySelector("[aria-invalid=true]:not(fieldset)");
  refused?.focus();
  refused?.scrollIntoView({ block: "center" });
})();
