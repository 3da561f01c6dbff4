// What a table's phone keeps: entries until they are sent, and what is typed until it is an entry. It outlives a reload
// and a killed browser. Where the browser keeps nothing, the page remembers it as long as it is open.
"use strict";

const Kept = (() => {
  const STORE = "entries";
  const A_DAY = 24 * 60 * 60 * 1000;
  const channel = new BroadcastChannel("headtable.kept"); // the other pages of this phone
  let entries = []; // in the order in which they were made
  let database = null;
  const pending = new Map(); // what this page wrote and the database does not have yet, by key; null: deleted

  const request = (made) => new Promise((resolve, reject) => {
    made.addEventListener("success", () => resolve(made.result));
    made.addEventListener("error", () => reject(made.error));
  });
  const sorted = (rows) => rows.toSorted((one, other) => one.at - other.at);
  const changed = (elsewhere) => document.dispatchEvent(new CustomEvent("kept", { detail: { elsewhere } }));

  async function open() {
    try {
      const opening = indexedDB.open("headtable", 1);
      opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE, { keyPath: "key" }));
      database = await request(opening);
      await load();
      for (const { key, at } of entries) if (at < Date.now() - A_DAY) drop(key);
    } catch {
      database = null; // forbidden, or full
    }
  }

  async function load() {
    if (!database) return;
    const rows = await request(database.transaction(STORE).objectStore(STORE).getAll());
    const written = [...pending.values()].filter((entry) => entry !== null);
    entries = sorted([...rows.filter(({ key }) => !pending.has(key)), ...written]);
  }

  // On the disk before anything else, and at once: the page may be on its way out.
  async function write(key, entry) {
    pending.set(key, entry);
    changed(false);
    try {
      await ready;
      const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
      if (entry) transaction.objectStore(STORE).put(entry);
      else transaction.objectStore(STORE).delete(key);
      transaction.addEventListener("complete", () => {
        if (pending.get(key) === entry) pending.delete(key);
        channel.postMessage(key); // oxlint-disable-line unicorn/require-post-message-target-origin -- a channel has none
      });
      transaction.commit();
    } catch {
      // The page remembers it.
    }
  }

  function put(entry) {
    entries = sorted([...entries.filter(({ key }) => key !== entry.key), entry]);
    write(entry.key, entry);
  }

  const find = (key) => entries.find((entry) => entry.key === key);

  function change(key, parts) {
    const entry = find(key);
    if (entry) put({ ...entry, ...parts });
  }

  function drop(key) {
    if (!find(key)) return;
    entries = entries.filter((entry) => entry.key !== key);
    write(key, null);
  }

  // On https a worker keeps this page with its plan and files, and opens it when it is loaded without a server.
  async function keepPage() {
    const { serviceWorker } = navigator, worker = document.querySelector("[data-worker]")?.dataset.worker;
    if (!worker || !serviceWorker) return;
    const plan = document.querySelector("[data-plan]")?.dataset.plan;
    const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => new URL(name).pathname.startsWith("/static/"));
    const tell = () => serviceWorker.controller?.postMessage({ files, page: window.location.href, plan });
    serviceWorker.addEventListener("controllerchange", tell); // a new release, or the first one
    tell();
    try {
      await serviceWorker.register(worker);
    } catch {
      // As on plain http.
    }
  }

  channel.addEventListener("message", async () => {
    await load();
    changed(true);
  });
  const ready = open();
  return {
    ready,
    change,
    find,
    put,
    drop,
    keepPage,
    get entries() { return entries; },
    get next() { return Math.max(Date.now(), (entries.at(-1)?.at ?? 0) + 1); }, // each is later than all before
  };
})();
