// Long lists: a name is found, what is counted is added up, who is chosen is counted. All works without this.
"use strict";

(() => {
  const each = (selector, show) => document.querySelectorAll(selector).forEach(show);

  // Find a name in a long list.
  function finds(box) {
    box.hidden = false;
    const rows = document.querySelectorAll(`#${box.dataset.finds} [data-name]`);
    const field = box.querySelector("input");
    if (window.location.hash === `#${field.id}`) field.focus();
    field.addEventListener("input", (event) => {
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
    const told = fields.filter((field) => field.value !== "");
    const total = fields.reduce((all, field) => all + Number(field.value || field.dataset.known || 0), 0);
    const difference = total - expected;
    sum.textContent = total;
    const whole = fields.every((field) => /^\d+$/u.test(field.value || field.dataset.known));
    if (difference === 0) left.textContent = whole ? left.dataset.even : "";
    else if (difference > 0) left.textContent = `${difference} ${left.dataset.over}`;
    else left.textContent = told.length > 0 || total ? `${-difference} ${left.dataset.short}` : "";
    left.classList.toggle("even", difference === 0 && whole);
    left.classList.toggle("up", difference > 0);
    left.classList.toggle("down", difference < 0 && left.textContent !== "");
  }

  // How many are chosen for a new table.
  function choosing(form) {
    const told = form.querySelector("[data-chosen]");
    form.addEventListener("change", () => {
      told.textContent = `${told.dataset.words} ${form.querySelectorAll("input:checked").length}`;
    });
  }

  each("[data-finds]", finds);
  each("[data-choosing]", choosing);
  each("[data-sums]", sums);
  document.addEventListener("renewed", () => each("[data-sums]", sums));
  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-sums]");
    if (form) sums(form);
  });
})();
