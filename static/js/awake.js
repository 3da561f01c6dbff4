// The projector, the organiser's screen and a table's phone stay lit, where the browser lets us: not by plain http.
"use strict";

(() => {
  async function stay() {
    if (document.hidden) return;
    try {
      await navigator.wakeLock?.request("screen");
    } catch { /* the battery is low, or it is forbidden: then it goes dark as always */ }
  }

  document.addEventListener("DOMContentLoaded", stay);
  document.addEventListener("visibilitychange", stay);
})();
