// What a form on a table's phone holds: its fields as they are sent, the same in words, and back into the form.
"use strict";

const FormEntry = (() => {
  const text = (element) => (element?.textContent ?? "").replaceAll(/\s+/gu, " ").trim();
  const isTyped = (field) => field.name && !["hidden", "submit"].includes(field.type)
    && (!["checkbox", "radio"].includes(field.type) || field.checked) && field.value.trim() !== "";
  const headingOf = (element) => [...(element?.childNodes ?? [])].filter((node) => !node.matches?.(".had")).map(text).join(" ").trim();
  const labelOf = (field) => text(field?.labels[0]?.querySelector("span") ?? field?.labels[0]);

  // The token against forgery is put in when it is sent.
  const fieldsOf = (form, submitter = null) => [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken");
  const stepOf = (form) => form.elements.step?.value;
  // What it is filled in against: step, people, round and bids, which the page carries in hidden fields.
  const basisOf = (form) => [...form.elements].filter(({ type, name }) => type === "hidden" && !["csrfmiddlewaretoken", "request_key"].includes(name))
    .map(({ name, value }) => `${name}=${value}`).join("&");

  // A line for each question of the form, as people see it: "Who won the pool?: Ann", or "Ann 2, Ben 0".
  function describe(form) {
    const lines = new Map();
    const add = (line, who, what) => {
      if (!lines.has(line)) lines.set(line, new Map());
      const parts = lines.get(line);
      parts.set(who, [...(parts.get(who) ?? []), what]);
    };
    for (const field of [...form.elements].filter(isTyped)) {
      const tapped = ["checkbox", "radio"].includes(field.type);
      const value = field.matches("select") ? text(field.selectedOptions[0]) : field.value.trim();
      const seat = field.closest("[data-bidder], [data-taker]"), part = field.closest("fieldset, details");
      if (seat) add("", text(seat.querySelector(".who")), tapped ? labelOf(field) : value);
      else if (!field.closest(".switch")) {
        const title = labelOf(part?.querySelector(".switch :checked")) || headingOf(part?.querySelector("legend, summary"));
        add(title.replace(/[?:]$/u, ""), labelOf(field), tapped ? "" : value);
      }
    }
    return [...lines].map(([title, parts]) => {
      const words = [...parts].map(([who, what]) => [who, ...what].filter(Boolean).join(" ")).join(", ");
      return title ? `${title}: ${words}` : words;
    });
  }

  // Fill the form with what was typed before.
  function refill(form, fields) {
    for (const field of form.elements) {
      if (field.type === "hidden" || !field.name) continue;
      const values = fields.filter(([name]) => name === field.name).map(([, value]) => value);
      if (["checkbox", "radio"].includes(field.type)) field.checked = values.includes(field.value);
      else field.value = values[0] || "";
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // Beside the button that was tapped, until the answer comes.
  function note(form, words) {
    const line = form.querySelector("[data-sending]") ?? document.createElement("p");
    line.dataset.sending = "";
    line.setAttribute("role", "status");
    line.textContent = words;
    (form.querySelector(".finish") ?? form).prepend(line);
  }

  function restore(form) {
    form.classList.remove("kept");
    form.querySelector("[data-sending]")?.remove();
    delete form.dataset.sent;
  }

  return { basisOf, describe, fieldsOf, note, refill, restore, stepOf };
})();

// A request that may be sent again: the server knows it by its key.
const Sending = (() => {
  const PATIENCE = 10000; // milliseconds until a request counts as lost
  const ANSWERS = new Set(["recorded", "stale", "refused", "late", "gone", "another"]);
  let away = false; // the network did not carry the last request
  let notBefore = 0; // a server that could not write said when to try again
  const cookie = (name) => (document.cookie.match(`(?:^|; )${name}=([^;]*)`) || [])[1] || "";

  // The answer; null if it was not ours, and the request is to be sent again.
  async function post(url, fields) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(url, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") },
        signal: stop.signal,
      });
      away = false;
      if (answer.status === 503) {
        // It was not written: the disk is full, or the database away, or the evening locked. Keep it, and try again.
        notBefore = Date.now() + 1000 * (Number(answer.headers.get("Retry-After")) || 0);
        return null;
      }
      if (!(answer.headers.get("Content-Type") || "").includes("application/json")) {
        // Not our answer; or the cookie against forgery is gone, which a look at a page brings back.
        if (answer.status === 403) await fetch(document.getElementById("queue").dataset.score, { signal: stop.signal });
        return null;
      }
      const told = await answer.json();
      return ANSWERS.has(told.status) ? told : null;
    } catch {
      away = true;
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  return { post, get away() { return away; }, get notBefore() { return notBefore; } };
})();
