// Niceties of the pages about people and settling up; each works without them.
"use strict";

// Find a name in a long list.
for (const box of document.querySelectorAll("[data-finds]")) {
  box.hidden = false;
  const rows = document.querySelectorAll(`#${box.dataset.finds} [data-name]`);
  box.querySelector("input").addEventListener("input", (event) => {
    const wanted = event.target.value.trim().toLocaleLowerCase();
    for (const row of rows) row.hidden = !row.dataset.name.toLocaleLowerCase().includes(wanted);
  });
}

// The sum of what is counted, beside what there must be.
for (const form of document.querySelectorAll("[data-sums]")) {
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
for (const form of document.querySelectorAll("[data-choosing]")) {
  const told = form.querySelector("[data-chosen]");
  form.addEventListener("change", () => {
    told.textContent = `${told.dataset.words} ${form.querySelectorAll("input:checked").length}`;
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
