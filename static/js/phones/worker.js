// On https: keeps a table's last page with its plan and files, and opens it where the server does not answer.
// The server's answer comes first, always. Each release of the program has a cache of its own.
"use strict";

(() => {
  const PREFIX = "headtable-";
  const CACHE = PREFIX + new URL(globalThis.location.href).search;
  const PATIENCE = 5000; // milliseconds until a server counts as away
  const SILENT = 10000; // so long a page's files and plan do not wait for it again
  const A_DAY = 24 * 60 * 60 * 1000;
  const PLAN = "/score/plan/";
  const pathOf = (request) => new URL(request.url).pathname;
  const isFile = (request) => pathOf(request).startsWith("/static/");
  const isPage = (request) => !isFile(request) && pathOf(request) !== PLAN;

  // A proxy whose server is away answers by itself: with an error for a file, and without the number that each page has.
  const isOurs = (request, response) =>
    isFile(request) ? response.ok : response.type === "opaqueredirect" || response.headers.has("X-Request-ID");

  let silentUntil = 0;

  // The server's answer; null where none came.
  async function ask(request) {
    if (request.mode !== "navigate" && Date.now() < silentUntil) return null;
    let timer = 0;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE, null); });
    try {
      const response = await Promise.race([fetch(request), late]);
      silentUntil = response ? 0 : Date.now() + SILENT;
      return response && isOurs(request, response) ? response : null;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  // One page at a time, with its plan: an older one would say less than the server did.
  async function keep(request, response) {
    const cache = await caches.open(CACHE);
    if (isPage(request) && response.status < 500) {
      const old = (await cache.keys()).filter((other) => !isFile(other));
      await Promise.all(old.map((other) => cache.delete(other)));
    }
    if (response.status === 200) await cache.put(request, response); // a part of a file cannot be kept
  }

  // The page has to name itself: by another address it is led to its own.
  async function find(request) {
    const cache = await caches.open(CACHE);
    const found = await cache.match(request, { ignoreVary: true });
    if (found) return Date.parse(found.headers.get("Date")) < Date.now() - A_DAY ? null : mark(found);
    const page = request.mode === "navigate" && (await cache.keys()).find(isPage);
    return page ? Response.redirect(page.url) : null;
  }

  function mark(response) {
    const headers = new Headers(response.headers);
    headers.set("Headtable-Kept", "");
    return new Response(response.body, { status: response.status, headers });
  }

  async function answer(event, request) {
    const response = await ask(request);
    if (!response) return await find(request) ?? Response.error();
    if (response.type !== "opaqueredirect") event.waitUntil(keep(request, response.clone()));
    return response;
  }

  // What the page has loaded before this worker came: its files first, as it is of no use without them.
  async function complete({ files, page, plan }) {
    await Promise.all(files.map(add));
    await add(page);
    if (plan) await add(plan);
  }

  async function add(url) {
    const cache = await caches.open(CACHE), request = new Request(url);
    if (await cache.match(request, { ignoreVary: true })) return;
    const response = await ask(request);
    if (response) await keep(request, response);
  }

  addEventListener("install", () => globalThis.skipWaiting());
  addEventListener("activate", (event) => event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await globalThis.clients.claim();
  })()));
  addEventListener("message", (event) => event.waitUntil(complete(event.data)));
  addEventListener("fetch", (event) => {
    const { request } = event;
    const kept = request.mode === "navigate" || pathOf(request) === PLAN || isFile(request);
    if (request.method === "GET" && kept && request.url.startsWith(globalThis.location.origin)) event.respondWith(answer(event, request));
  });
})();
