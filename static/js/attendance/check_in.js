// Check-in: what is noticed at once. All of it works without this, a page later.
"use strict";

(() => {
  document.documentElement.classList.add("js");

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  function noticePasted(form) {
    const here = new Set(all("#here .name").map((input) => nameKey(input.value)));
    const names = form.elements.names.value
      .split("\n")
      .map((line) => line.split(/[,;\t]/u)[0].trim())
      .filter(Boolean);
    const already = names.filter((name) => here.has(nameKey(name)));
    const keys = names.map(nameKey);
    const twice = names.filter((name, n) => keys.indexOf(nameKey(name)) < n);
    const note = form.querySelector("#noticed");
    const parts = [];
    if (already.length > 0) parts.push(`${form.dataset.here} ${already.join(", ")}.`);
    if (twice.length > 0) parts.push(`${form.dataset.twice} ${twice.join(", ")}.`.replace(/\.\.$/u, "."));
    note.textContent = parts.join(" ");
    note.hidden = parts.length === 0;
    const button = form.querySelector("button");
    button.textContent = names.length > 1 ? `${form.dataset.none} (${names.length})` : form.dataset.none;
  }

  const MANY = 12; // more names than these are looked through by a few letters

  // The club's list, which is renewed while people are checked in elsewhere.
  function lookThroughList() {
    const list = document.getElementById("club-list");
    if (!list) return;
    const button = list.querySelector("button"), ticked = all("input:checked", list).length;
    button.dataset.words ??= button.textContent;
    button.textContent = ticked ? `${list.dataset.button} (${ticked})` : button.dataset.words;
    const rows = all(".ticks li", list), filter = document.getElementById("filter"), wanted = folded(filter.value.trim());
    filter.parentElement.hidden = rows.length <= MANY && !wanted;
    for (const row of rows) row.hidden = !folded(row.querySelector("label").textContent).includes(wanted);
  }

  const paste = document.getElementById("paste");
  if (paste) {
    const { names } = paste.elements;
    paste.addEventListener("input", () => noticePasted(paste));
    if (names.value !== names.defaultValue) noticePasted(paste); // typed before this was here
    // Where nobody is here and there is no list, names come next.
    const first = !document.querySelector("#club-list, #here .name") && document.activeElement.matches("h2, body");
    if (first) names.focus({ preventScroll: true });
  }
  document.addEventListener("change", lookThroughList);
  document.addEventListener("input", (event) => { if (event.target.id === "filter") lookThroughList(); });
  document.addEventListener("keydown", (event) => {
    if (event.target.id === "filter" && event.key === "Enter") event.preventDefault();
  });
  document.addEventListener("renewed", () => {
    lookThroughList();
    if (paste) noticePasted(paste);
  });
  lookThroughList();

  // A name that was changed shows its button; a role is saved as it is chosen (by htmx).
  document.addEventListener("input", (event) => {
    if (!event.target.matches(".ticks .name")) return;
    const changed = event.target.value !== event.target.defaultValue;
    event.target.form.querySelector(".save").classList.toggle("changed", changed);
  });
  // A refusal is shown by its page. What cannot be done just now is said on this one.
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status !== 503) event.detail.elt.form?.submit();
  });
})();
