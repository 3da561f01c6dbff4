// Check-in: what is noticed at once. All of it works without this, a page later.
"use strict";

(() => {
  const MANY = 12; // more names than these are looked through by a few letters
  const STEPS = { ArrowDown: 1, ArrowUp: -1 }, SIDES = { ArrowRight: 1, ArrowLeft: -1 };

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const filter = document.getElementById("filter");

  function noticePasted(form) {
    const here = new Set(all("#here [aria-pressed=true]").map((tile) => nameKey(tile.textContent)));
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

  const people = () => all("#here .tiles > li, #club-list .ticks > li");
  const nameOf = (row) => row.querySelector("label, .tap").textContent;

  // The list is renewed while people are checked in elsewhere.
  function lookThroughList() {
    if (!filter) return;
    const rows = people(), wanted = folded(filter.value.trim());
    filter.parentElement.hidden = rows.length <= MANY && !wanted;
    for (const row of rows) row.hidden = !folded(nameOf(row)).includes(wanted);
  }

  function countTicked() {
    const list = document.getElementById("club-list");
    if (!list) return;
    const button = list.querySelector("button"), ticked = all("input:checked", list).length;
    button.dataset.words ??= button.textContent;
    button.textContent = ticked ? `${list.dataset.button} (${ticked})` : button.dataset.words;
  }

  // A tile is one stop of the Tab key. Left and right lead to what is beside its name, up and down to the next name.
  function leaveOneStop() {
    for (const control of all("#here [data-beside]")) control.tabIndex = -1;
  }

  const controls = (tile) => all("button, a", tile);

  document.addEventListener("keydown", (event) => {
    const tile = event.target.closest("#here .tiles > li");
    if (!tile || event.ctrlKey || event.altKey || event.metaKey) return;
    const tiles = people().filter((one) => !one.hidden);
    const step = tiles[tiles.indexOf(tile) + STEPS[event.key]];
    const beside = controls(tile)[controls(tile).indexOf(event.target) + SIDES[event.key]];
    const to = step ? controls(step)[0] : beside;
    if (event.key in STEPS || event.key in SIDES) event.preventDefault();
    to?.focus();
  });

  // Enter taps the only name that is left, or the one that is typed in full. Then the next one is looked for.
  document.addEventListener("keydown", (event) => {
    if (event.target !== filter || event.key !== "Enter") return;
    event.preventDefault();
    const left = people().filter((one) => !one.hidden), wanted = nameKey(filter.value);
    const found = left.length === 1 ? left[0] : left.find((one) => nameKey(nameOf(one)) === wanted);
    if (!wanted || !found) return;
    found.querySelector("button, input[type=checkbox]").click();
    filter.value = "";
    lookThroughList();
  });

  // What was tapped and is not answered yet is not sent again: it would be the opposite by then. Where the
  // stream shows it before the answer comes, the next tap is another one.
  const sent = new WeakMap();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#here form")) return;
    const wanted = `${form.action} ${form.elements.role?.value}`;
    if (sent.get(form) === wanted) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    sent.set(form, wanted);
  }, true);
  document.addEventListener("htmx:afterRequest", (event) => sent.delete(event.target));

  const paste = document.getElementById("paste");
  if (paste) {
    const { names } = paste.elements;
    paste.addEventListener("input", () => noticePasted(paste));
    if (names.value !== names.defaultValue) noticePasted(paste); // typed before this was here
    // Where nobody is here and there is no list, names come next.
    const first = !document.querySelector("#club-list, #here li") && document.activeElement.matches("h2, body");
    if (first) names.focus({ preventScroll: true });
  }
  document.addEventListener("change", countTicked);
  filter?.addEventListener("input", lookThroughList);
  document.addEventListener("renewed", () => {
    lookThroughList();
    leaveOneStop();
    if (paste) noticePasted(paste);
  });
  lookThroughList();
  countTicked();
  leaveOneStop();

  // A refusal is shown by its page. What cannot be done just now is said on this one.
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status !== 503) event.detail.elt.closest("form")?.submit();
  });
})();
