// An operation of the API is asked for by a form of its page, as whoever is signed in.
"use strict";

const form = document.getElementById("ask");
const shown = (id, text) => { document.getElementById(id).textContent = text; };

const addressed = () => {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const field of form.querySelectorAll("[data-where]")) {
    if (field.dataset.where === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value.trim()));
    else if (field.value.trim()) query.append(field.name, field.value.trim());
  }
  return query.size > 0 ? `${path}?${query}` : path;
};

const readable = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
};

const ask = async () => {
  const method = form.dataset.method;
  const token = form.elements.csrfmiddlewaretoken;
  const headers = { Accept: "application/json" };
  const how = { method, headers, credentials: token ? "same-origin" : "omit" };
  if (method !== "GET") {
    const body = document.getElementById("sent");
    headers["Content-Type"] = "application/json";
    if (token) headers["X-CSRFToken"] = token.value;
    how.body = body ? body.value : "{}";
  }
  const address = addressed();
  shown("asked", `${method} ${address}`);
  document.getElementById("answered").hidden = false;
  try {
    const answer = await fetch(address, how);
    shown("status", `${answer.status} ${answer.statusText}`);
    shown("told", readable(await answer.text()));
  } catch {
    shown("status", form.dataset.refused);
    shown("told", "");
  }
};

if (form) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
}
