// The journal renews itself at its top: the line that is being read stays where it is.
"use strict";

(() => {
  let reading = null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    const list = event.detail.target;
    reading = null;
    if (!event.detail.shouldSwap || !list.matches("[data-keeps-place]") || list.getBoundingClientRect().top >= 0) return;
    const line = [...list.querySelectorAll("[id]")].find((one) => one.getBoundingClientRect().top >= 0);
    reading = line ? { id: line.id, top: line.getBoundingClientRect().top } : null;
  });

  document.addEventListener("htmx:afterSwap", () => {
    const line = reading && document.getElementById(reading.id);
    if (line) window.scrollBy({ top: line.getBoundingClientRect().top - reading.top, behavior: "instant" });
    reading = null;
  });
})();
