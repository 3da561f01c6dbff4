// The scripts of a table's phone, as one file. Its own part is "Who sits here?": a tap is answered at once, and told to
// the server when it can be reached. The phone also remembers its table, for the page where one types a code.
"use strict";
// @import "kept.js";
// @import "entries.js";
// @import "table.js";
// @import "score.js";
// @import "js/awake.js";

(() => {
  const KEPT = "headtable.seats", TABLE = "headtable.table";
  const box = document.getElementById("sitting");

  // A browser may forbid its memory; then the form is sent as any other.
  function remember(name, what) {
    try {
      if (what === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(what));
      return true;
    } catch {
      return false;
    }
  }

  function remembered(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  }

  async function tell() {
    const kept = remembered(KEPT);
    if (!kept) return;
    try {
      const token = (document.cookie.match("(?:^|; )csrftoken=([^;]*)") || [])[1] || "";
      const headers = { Accept: "application/json", "X-CSRFToken": token };
      const answer = await fetch(kept.to, { method: "POST", body: new URLSearchParams(kept.fields), headers });
      if (answer.status < 500) remember(KEPT, null); // told, or out of date
    } catch { /* there is no network: the next page tells it */ }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target, fields = [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]);
    if (!form.matches("[data-sitting]") || !remember(KEPT, { to: form.action, fields })) return;
    event.preventDefault();
    form.hidden = event.submitter.value === "yes";
    for (const part of form.querySelectorAll("[data-answered]")) part.hidden = false;
    event.submitter.hidden = true;
    tell();
  });

  const form = box?.querySelector("[data-sitting]"), kept = remembered(KEPT);
  const told = form && kept && new Map(kept.fields).get("people") === form.elements.people.value;
  if (told && new Map(kept.fields).get("sits") === "yes") form.hidden = true; // the server does not know it yet
  remember(TABLE, box ? { to: "/score/", name: box.dataset.name, at: Date.now() } : null);
  window.addEventListener("online", tell);
  tell();
})();
