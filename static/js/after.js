// Niceties of the pages about people and settling up; each works without them.
"use strict";

(() => {
  // What is there now, and was not before the page was renewed in part.
  function fresh(selector) {
    const found = [...document.querySelectorAll(selector)].filter((element) => !element.dataset.ready);
    for (const element of found) element.dataset.ready = "yes";
    return found;
  }

  // Find a name in a long list.
  function finds(box) {
    box.hidden = false;
    const rows = document.querySelectorAll(`#${box.dataset.finds} [data-name]`);
    box.querySelector("input").addEventListener("input", (event) => {
      const wanted = event.target.value.trim().toLocaleLowerCase();
      for (const row of rows) row.hidden = !row.dataset.name.toLocaleLowerCase().includes(wanted);
    });
  }

  // The sum of what is counted, beside what there must be.
  function sums(form) {
    const expected = Number(form.dataset.sums);
    const fields = [...form.querySelectorAll("input[type=number]")];
    const sum = form.querySelector("[data-sum]");
    const left = form.querySelector("[data-left]");
    const show = () => {
      const told = fields.filter((field) => field.value !== "");
      const total = fields.reduce((all, field) => all + Number(field.value || field.dataset.known || 0), 0);
      const difference = total - expected;
      sum.textContent = total;
      if (difference === 0) left.textContent = `✓ ${left.dataset.even}`;
      else if (difference > 0) left.textContent = `▲ ${left.dataset.over} ${difference}`;
      else left.textContent = told.length || total ? `▼ ${left.dataset.short} ${-difference}` : "";
    };
    form.addEventListener("input", show);
    show();
  }

  // How many are chosen for a new table.
  function choosing(form) {
    const told = form.querySelector("[data-chosen]");
    form.addEventListener("change", () => {
      told.textContent = `${told.dataset.words} ${form.querySelectorAll("input:checked").length}`;
    });
  }

  function look() {
    fresh("[data-finds]").forEach(finds);
    fresh("[data-sums]").forEach(sums);
    fresh("[data-choosing]").forEach(choosing);
  }

  look();
  document.addEventListener("renewed", look);
})();
