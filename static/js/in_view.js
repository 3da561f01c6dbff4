// What was refused or not sent is in view and has the focus: the first faulty field, else the sentence that says why.
"use strict";

(() => {
  // Whichever is there: a faulty field, else the errors of a group, else a sentence on the whole.
  const FAULTS = ["[aria-invalid=true]:not([type=hidden])", ".errorlist", ".errornote, [role=alert], main > :is(.note.refused, .unsent)"];
  const CONTROLS = "input:not([type=hidden], [type=submit], :disabled), select, textarea";

  // A page that only says why something cannot be done has no field: then its first sentence.
  let wasRefused = performance.getEntriesByType("navigation")[0]?.responseStatus >= 400;

  function bring(part) {
    const says = (one) => one.textContent.trim() !== "" || one.matches(CONTROLS);
    const fault = FAULTS.flatMap((kind) => [...part.querySelectorAll(kind)]).find(says)
      ?? (wasRefused ? [...part.querySelectorAll(".note, section p")].find((one) => one.checkVisibility()) : null);
    if (!fault) return;
    for (let box = fault.closest("details:not([open])"); box; box = box.parentElement.closest("details:not([open])")) box.open = true;
    // A group of choices is entered at its first one; a sentence can have the focus, but is no stop of the Tab key.
    const group = fault.closest("fieldset, .field");
    const field = fault.matches(CONTROLS) ? fault : group?.querySelector(CONTROLS) ?? fault;
    if (!field.matches(CONTROLS)) field.tabIndex = -1;
    field.focus({ preventScroll: true });
    if (field.matches("input")) field.select(); // what is typed replaces it
    field.scrollIntoView({ block: "center" });
  }

  bring(document.querySelector("main, #content") ?? document.body);
  wasRefused = false;
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.requestConfig?.verb === "post" && event.detail.xhr?.status >= 400 && !event.detail.elt.closest(".look")) bring(event.detail.elt);
  });
})();
