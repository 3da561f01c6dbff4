// The organiser's pages: a part that is asked for anew waits while somebody types in it or sends something, and
// what was typed, ticked or unfolded stays so. Once the evening has gone on to another page, that one is shown,
// unless something typed here would be lost by it.
// Focus and scrolling are kept by idiomorph. It cannot know which attributes were changed by hand, when a request
// has to wait, or which page the evening is on: that is here. docs/decisions/0045 has what was measured.
"use strict";
// @import "vendor/idiomorph/idiomorph-ext.min.js";

(() => {
  const FIELDS = "input:not([type=hidden]), select, textarea";
  const STATE = new Set(["value", "checked", "selected"]);
  const PATIENCE = 5000; // milliseconds without a stream before that is said

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const renewed = () => all("[data-again], [data-with-it]");
  const within = (element) => renewed().some((part) => part.contains(element));
  const ticked = (field) => field.type === "checkbox" || field.type === "radio";

  function changed(field) {
    if (ticked(field)) return field.checked !== field.defaultChecked;
    if (field.matches("select")) return field.selectedIndex !== Math.max(0, all("option", field).findIndex((choice) => choice.defaultSelected));
    return field.value !== field.defaultValue;
  }

  function typing() {
    const field = document.activeElement;
    return field.matches(FIELDS) && !ticked(field) && !field.closest(".finding") && within(field);
  }

  // A changed field keeps its value, unfolded details stay open: neither is in the HTML that is morphed to.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element, way) => {
    if (name === "open") return way !== "remove";
    if (!STATE.has(name)) return true;
    const field = element.closest("select") || element;
    return !(field.id && field.matches(FIELDS) && !field.hasAttribute("hx-post") && changed(field));
  };

  // What asks for itself keeps what it has, when the part around it is asked for anew.
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (old) => !(old instanceof Element && old.matches("[data-own]"));

  function answers(text, part) {
    const page = new DOMParser().parseFromString(text, "text/html");
    return page.getElementById(part.id)?.dataset.again === part.dataset.again;
  }

  // The part is not on the page that answers: the evening has gone on, or one is signed out.
  function leave(part) {
    const lost = all(FIELDS).some(changed);
    delete part.dataset.again;
    if (lost) document.querySelector("[data-gone-on]").hidden = false;
    else window.location.assign(part.getAttribute("hx-get").split("?")[0]);
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.matches("[data-again]")) return;
    if (typing() || document.querySelector("form[data-sent]")) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.target;
    if (!part.matches("[data-again]") || event.detail.xhr.status !== 200 || !event.detail.shouldSwap) return;
    if (typing() || document.querySelector("form[data-sent]")) event.preventDefault();
    else if (!answers(event.detail.xhr.responseText, part)) {
      event.preventDefault();
      leave(part);
    }
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const field of all(FIELDS)) if (within(field) && changed(field)) field.dispatchEvent(new Event("input", { bubbles: true }));
    document.dispatchEvent(new CustomEvent("renewed"));
  });

  let worked = Date.now();
  document.addEventListener("live:tick", () => {
    if (Live.working || document.hidden) worked = Date.now();
    const note = document.querySelector("[data-lost]");
    if (note) note.hidden = Date.now() - worked < PATIENCE;
  });
})();
