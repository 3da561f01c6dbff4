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

  const NEXT = "main .card.next";
  const shown = (selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  const heading = () => shown(`${NEXT} h2`);

  function enter(head) {
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
  }

  // What came with the page is said as well as what comes later: a reader says only what changes.
  function say(words) {
    setTimeout(() => { document.getElementById("voice").textContent = words; }, 100);
  }

  const textOf = (one) => one?.textContent.replaceAll(/\s+/gu, " ").trim() ?? "";
  let stood = textOf(heading()); // the next step
  let held = null, does = ""; // what had the focus before a part came anew, and what it did
  const effect = (control) => (control.ariaPressed ? control.id : control.href ?? control.form?.action); // a toggle stays one

  bring(document.querySelector("main, #content") ?? document.body);
  wasRefused = false;
  if (heading() && document.activeElement === document.body && !location.hash) enter(heading());
  const flashes = [...document.querySelectorAll("[data-flash]")].map(textOf);
  if (flashes.length > 0) say(flashes.join(" "));

  document.addEventListener("click", (event) => {
    if (!event.target.closest(".skip") || !heading()) return;
    event.preventDefault();
    enter(heading());
    heading().scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("htmx:beforeSwap", () => {
    held = document.activeElement;
    does = effect(held);
  });
  // Another next step is said; where the control that had the focus is gone, or does something else
  // now, the focus goes there.
  document.addEventListener("htmx:afterSettle", () => {
    const head = heading(), words = textOf(head), { activeElement: at, body } = document;
    const lost = held && held !== body && (at === body || at === held && effect(at) !== does);
    if (head && lost) enter(head);
    else if (words && words !== stood) say(words);
    stood = words;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.requestConfig?.verb === "post" && event.detail.xhr?.status >= 400 && !event.detail.elt.closest(".look")) bring(event.detail.elt);
  });
})();
