// A result on a desk: arrows lead down a column, and a correction shows the figure that stood before.
"use strict";

function watchDesk(form) {
  const columns = ["input[name=winners]", "input[name=in_call]", "input[name=broke]", "#step-counters .amounts input"];
  const [way] = form.querySelectorAll("[name=tally]");

  form.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], column = columns.find((one) => event.target.matches(one));
    if (!step || !column || event.altKey || event.ctrlKey || event.metaKey) return;
    const fields = [...form.querySelectorAll(`${column}:enabled`)];
    event.preventDefault();
    fields[fields.indexOf(event.target) + step]?.focus();
  });

  function showChanges() {
    const turned = way && way.checked !== way.defaultChecked; // counters are entered in the other way
    for (const row of form.querySelectorAll("[data-entry]")) {
      const field = row.querySelector("input"), was = turned ? row.dataset.other ?? "" : field.defaultValue;
      if (was === "" || was === field.value.trim()) delete row.dataset.was;
      else row.dataset.was = was;
    }
  }
  if (form.id !== "correction") return;
  for (const name of ["input", "change"]) form.addEventListener(name, showChanges);
}

document.addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll("form[data-deal]")) watchDesk(form);
});
