// Check-in and the draw: what is noticed at once. All of it works without this, a page later.
"use strict";

(() => {
  document.documentElement.classList.add("js");

  // The same reading as the program's: what makes two names the same.
  const key = (name) => name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  function noticePasted(form) {
    const here = new Set(all("#here .name").map((input) => key(input.value)));
    const names = form.elements.names.value
      .split("\n")
      .map((line) => line.split(/[,;\t]/)[0].trim())
      .filter(Boolean);
    const already = names.filter((name) => here.has(key(name)));
    const keys = names.map(key);
    const twice = names.filter((name, n) => keys.indexOf(key(name)) < n);
    const note = form.querySelector("#noticed");
    const parts = [];
    if (already.length) parts.push(`${form.dataset.here} ${already.join(", ")}.`);
    if (twice.length) parts.push(`${form.dataset.twice} ${twice.join(", ")}.`);
    note.textContent = parts.join(" ");
    note.hidden = parts.length === 0;
    const button = form.querySelector("button");
    button.textContent = names.length > 1 ? `${form.dataset.none} (${names.length})` : form.dataset.none;
  }

  const paste = document.getElementById("paste");
  if (paste) {
    paste.addEventListener("input", () => noticePasted(paste));
  }

  const list = document.getElementById("club-list");
  if (list) {
    const rows = all(".ticks li", list);
    const button = list.querySelector("button");
    const label = button.textContent;
    const count = () => {
      const ticked = all("input:checked", list).length;
      button.textContent = ticked ? `${list.dataset.button} (${ticked})` : label;
    };
    list.addEventListener("change", count);
    count();
    if (rows.length > 12) {
      const filter = list.querySelector(".filter");
      filter.hidden = false;
      filter.addEventListener("input", (event) => {
        const wanted = key(event.target.value);
        for (const row of rows) row.hidden = !key(row.querySelector("label").textContent).includes(wanted);
      });
      filter.addEventListener("keydown", (event) => {
        if (event.key === "Enter") event.preventDefault();
      });
    }
  }

  // A name that was changed shows its button; a role is saved as it is chosen (by htmx).
  document.addEventListener("input", (event) => {
    if (!event.target.matches(".ticks .name")) return;
    const changed = event.target.value !== event.target.defaultValue;
    event.target.form.querySelector(".save").classList.toggle("changed", changed);
  });
  // A refusal is shown by its page.
  document.addEventListener("htmx:responseError", (event) => event.detail.elt.form?.submit());

  // What was refused is where one is taken to.
  const refused = document.querySelector("[aria-invalid=true]:not(fieldset)");
  refused?.focus();
  refused?.scrollIntoView({ block: "center" });

  const print = document.getElementById("print");
  if (print) {
    print.hidden = false;
    print.addEventListener("click", () => window.print());
  }
})();
