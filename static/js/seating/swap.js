// Two players swap seats: a tap on one name and on another fills in the form, where a reason is asked.
"use strict";

(() => {
  const chosen = [];

  // A new draw or a late player replaces the seats: then they are buttons again.
  function prepare() {
    const form = document.querySelector("#swap ~ form");
    if (!form) return;
    document.querySelector("[data-can-swap]").hidden = false;
    for (const span of document.querySelectorAll(".drawn span.name")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "name";
      button.textContent = span.textContent;
      button.setAttribute("aria-pressed", "false");
      span.replaceWith(button);
    }
  }

  function show() {
    for (const button of document.querySelectorAll(".drawn button.name")) {
      button.setAttribute("aria-pressed", String(chosen.includes(button.closest("[data-entry]").dataset.entry)));
    }
  }

  document.addEventListener("click", ({ target }) => {
    const seat = target.closest(".drawn button.name")?.closest("[data-entry]");
    if (!seat) return;
    const { entry } = seat.dataset, place = chosen.indexOf(entry);
    if (place < 0) chosen.push(entry);
    else chosen.splice(place, 1);
    show();
    if (chosen.length < 2) return;
    const form = document.querySelector("#swap ~ form");
    [form.elements.first.value, form.elements.second.value] = chosen.splice(0);
    show();
    form.elements.reason.scrollIntoView({ block: "center" });
    form.elements.reason.focus({ preventScroll: true });
  });

  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
