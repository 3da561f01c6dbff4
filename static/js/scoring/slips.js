// Slips are typed in with the keyboard: Enter and the arrows lead on, and only the button sends. All works without.
"use strict";

for (const form of document.querySelectorAll("form[data-slips]")) {
  const FIELDS = "input:not([type=hidden]), select";
  const column = (field) => field.closest("td").cellIndex;

  document.querySelector(".keys").hidden = false;

  // The field below in its column, or above.
  function below(field, step) {
    const rows = [...field.closest("tbody").rows].filter((row) => row.querySelector("input"));
    return rows[rows.indexOf(field.closest("tr")) + step]?.cells[column(field)]?.querySelector("input");
  }

  // Of a choice only what is chosen is stopped at, as with Tab.
  function following(field) {
    const all = [...form.querySelectorAll(`${FIELDS}, button`)].filter((one) => one.type !== "radio" || one.checked || one === field);
    return all[all.indexOf(field) + 1];
  }

  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!field.matches(FIELDS) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      following(field)?.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && field.closest("td")) {
      event.preventDefault();
      below(field, event.key === "ArrowDown" ? 1 : -1)?.focus();
    }
  });

  // "Nobody called" and a caller put each other out.
  form.addEventListener("change", (event) => {
    const box = event.target;
    const [, table, what] = box.name.match(/^(t\d+)-(nobody|in_call)$/u) ?? [];
    if (!what || !box.checked) return;
    const other = what === "nobody" ? "in_call" : "nobody";
    for (const one of form.querySelectorAll(`input[name="${table}-${other}"]`)) one.checked = false;
  });
}
