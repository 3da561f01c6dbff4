// A text that is shown once is copied by a button, where the browser lets it be.
"use strict";

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // plain http in the hall has no clipboard of its own
    }
    button.textContent = button.dataset.done;
    document.getElementById("copied").textContent = button.dataset.done;
  });
}
