/*
 * The service worker: pages of the signed-in house register it, everything works without it.
 *
 * It keeps the shell (files by hash, and a page to write on while there is no connection), the passage and the questions
 * of today, and what was written while the server could not be reached. That is sent, and removed here, as soon as the
 * server answers again. Pages with a person's text are never kept. Signing out sends what is left and clears everything.
 */
const VERSION = new URL(self.location.href).searchParams.get("v") || "1";
const SHELL = `shell-${VERSION}`;
const DESK = "/offline/desk";
const TODAY = "/offline/today";
const HOUR_MS = 60 * 60 * 1000;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

// What is kept on this device

let database;

function openDatabase() {
  database ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open("still-and-know", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("unsent", { keyPath: "key" });
      opening.result.createObjectStore("today", { keyPath: "key" });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  database.catch(() => (database = undefined));
  return database;
}

async function inStore(name, mode, act) {
  const store = (await openDatabase()).transaction(name, mode).objectStore(name);
  return new Promise((resolve, reject) => {
    const request = act(store);
    store.transaction.oncomplete = () => resolve(request.result);
    store.transaction.onerror = store.transaction.onabort = () => reject(store.transaction.error);
  });
}

const put = (name, value) => inStore(name, "readwrite", (store) => store.put(value));
const remove = (name, key) => inStore(name, "readwrite", (store) => store.delete(key));
const all = (name) => inStore(name, "readonly", (store) => store.getAll());

async function clearEverything() {
  await Promise.all(["unsent", "today"].map((name) => inStore(name, "readwrite", (store) => store.clear())));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

// The shell

async function keepShell() {
  const cache = await caches.open(SHELL);
  // As a stranger sees it: no name, no text of anyone's.
  const desk = await fetch(DESK, { credentials: "omit", cache: "no-store" });
  if (!desk.ok) throw new Error(`The page for writing offline answered ${desk.status}.`);
  const html = await desk.clone().text();
  const files = [...html.matchAll(/(?:href|src)="(\/(?:assets\/[^"]+|offline\.js|favicon\.svg))"/g)];
  await cache.addAll([...new Set(files.map(([, file]) => file))]);
  await cache.put(DESK, desk);
}

async function shellFile(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const desk = await caches.match(DESK);
    if (!desk) throw error;
    return desk;
  }
}

// Today's passage and questions

async function readToday() {
  const answer = await fetch(TODAY, { headers: { Accept: "application/json" }, redirect: "manual" });
  if (!answer.ok) return undefined;
  const { token, ...today } = await answer.json();
  const [last] = await all("today");
  // Someone else has signed in on this device.
  if (last && last.owner !== today.owner) await remove("today", "today");
  await put("today", { ...today, key: "today", readAt: Date.now() });
  return { owner: today.owner, token };
}

/** Whether this person's questions were read a short while ago. */
async function hasToday(owner) {
  const [last] = await all("today");
  return last?.owner === owner && Date.now() - last.readAt < HOUR_MS;
}

// What was written while the server could not be reached

const WRITING = /^\/journal\/(morning|evening|free|entries\/[^/]+\/edit)(\.data)?$/;
const INTENTS = ["draft", "next", "back", "finish", "save"];

/** The form behind a post, or undefined if it is none of a page for writing. */
async function writingOf(request) {
  const path = new URL(request.url).pathname;
  if (!WRITING.test(path)) return undefined;
  const fields = new URLSearchParams();
  for (const [name, value] of await request.formData())
    if (typeof value === "string") fields.append(name, value);
  if (!INTENTS.includes(fields.get("intent") || "draft") || !fields.get("_owner")) return undefined;
  return writing(path.replace(/\.data$/, ""), fields);
}

function writing(path, fields) {
  return {
    key: `${path} ${fields.get("_submission") || fields.get("forDate") || ""}`,
    path,
    owner: fields.get("_owner"),
    fields: [...fields].filter(([name]) => name !== "_token"),
    savedAt: Date.now(),
  };
}

const isBlank = ({ fields }) =>
  !fields.some(
    ([name, value]) =>
      !/^(_|intent|forDate|draftVersion|variant|version|step|all$)/.test(name) && value.trim(),
  );

async function keep(item) {
  if (isBlank(item)) return false;
  await put("unsent", item);
  // Browsers that can will wake us when there is a connection.
  if (self.registration.sync) await self.registration.sync.register("unsent").catch(() => undefined);
  return true;
}

async function post(event) {
  const copy = event.request.clone();
  const navigates = event.request.mode === "navigate";
  try {
    const answer = await fetch(event.request);
    // The server has a later text than the one that waits here.
    if (answer.status < 400 || answer.type === "opaqueredirect") {
      const forget = async () => {
        const item = await writingOf(copy);
        if (item) await remove("unsent", item.key);
      };
      event.waitUntil(forget().catch(() => undefined));
    }
    return answer;
  } catch (error) {
    const item = await writingOf(copy).catch(() => undefined);
    if (!item || !(await keep(item).catch(() => false))) throw error;
    const byItself = item.fields.some(([name, value]) => name === "_auto" && value === "1");
    if (byItself) return new Response(null, { status: 202, headers: { "X-Kept-Offline": "1" } });
    if (navigates) return page(event.request);
    throw error;
  }
}

let sending = Promise.resolve();

/** Sends what waits, one by one; whatever the server cannot take now stays. */
function sendAll() {
  sending = sending.then(sendWaiting).catch(() => undefined);
  return sending;
}

async function sendWaiting() {
  const items = (await all("unsent")).sort((a, b) => a.savedAt - b.savedAt);
  if (items.length === 0) return;
  const person = await readToday();
  if (!person) return;
  const sent = [];
  for (const item of items) {
    if (item.owner !== person.owner) {
      if (Date.now() - item.savedAt > MONTH_MS) await remove("unsent", item.key);
    } else if (await send(item, person)) {
      await remove("unsent", item.key);
      sent.push(item.path);
    }
  }
  if (sent.length > 0) await tell({ type: "sent", paths: sent });
}

async function send(item, { token }) {
  const status = await submit(item.path, item.fields, token);
  if (status !== 409) return status < 400;
  // Something was written there since, perhaps by the same person elsewhere. Both stay: this becomes a separate entry.
  if (!item.path.endsWith("/edit"))
    return (await submit(item.path, withIntent(item.fields, "finish"), token)) < 400;
  const texts = item.fields.filter(
    ([name, value]) => !/^(_|intent|version|title|tags|mood)/.test(name) && value.trim(),
  );
  const title = item.fields.find(([name]) => name === "title")?.[1];
  const copy = [
    ["title", title ? TEXTS.changedOfflineTitle.replace("{title}", () => title) : TEXTS.changedOffline],
    ["body", texts.map(([, value]) => value).join("\n\n")],
    ...item.fields.filter(([name]) => ["tags", "mood", "_owner", "_submission"].includes(name)),
  ];
  return (await submit("/journal/free", withIntent(copy, "finish"), token)) < 400;
}

const withIntent = (fields, intent) => [
  ...fields.filter(([name]) => !["intent", "_auto"].includes(name)),
  ["intent", intent],
];

/** Posts a form as its page would. A session that has ended counts as refused. */
async function submit(path, fields, token) {
  const body = new URLSearchParams(fields);
  body.set("_token", token);
  const answer = await fetch(path, { method: "POST", body, redirect: "follow" });
  return new URL(answer.url).pathname.startsWith("/auth/") ? 401 : answer.status;
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage(message);
}

async function signOut(event) {
  const patience = new Promise((resolve) => setTimeout(resolve, 3_000));
  await Promise.race([sendAll(), patience]);
  const answer = await fetch(event.request);
  if (answer.status < 400) await clearEverything().catch(() => undefined);
  return answer;
}

// Events

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = async () =>
    Promise.all(
      (await caches.keys())
        .filter((name) => name.startsWith("shell-") && name !== SHELL)
        .map((name) => caches.delete(name)),
    );
  event.waitUntil(old().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST") {
    if (url.pathname === "/logout") event.respondWith(signOut(event));
    else if (WRITING.test(url.pathname)) event.respondWith(post(event));
  } else if (request.method === "GET") {
    if (request.mode === "navigate") event.respondWith(page(request));
    else if (url.pathname.startsWith("/assets/")) event.respondWith(shellFile(request));
    else if (["/offline.js", "/favicon.svg"].includes(url.pathname))
      event.respondWith(
        fetch(request).catch(async (error) => (await caches.match(request)) ?? Promise.reject(error)),
      );
  }
});

self.addEventListener("sync", (event) => {
  if (event.tag === "unsent") event.waitUntil(sendAll());
});

/** Pages ask and tell: a page of the house was opened, the connection is back, something was written on the desk. */
self.addEventListener("message", (event) => {
  const { type, path, fields, owner } = event.data ?? {};
  const answer = (value) => event.ports[0]?.postMessage(value);
  const act = async () => {
    switch (type) {
      case "opened":
        if (!(await caches.match(DESK))) await keepShell().catch(() => undefined);
        if (!(await hasToday(owner))) await readToday().catch(() => undefined);
        return sendAll();
      case "online":
        await sendAll();
        return answer(true);
      case "desk": {
        const [today] = await all("today");
        const unsent = (await all("unsent")).filter(({ owner }) => today && owner === today.owner);
        return answer({ today, unsent });
      }
      case "keep":
        return answer(await keep(writing(path, new URLSearchParams(fields))));
    }
  };
  event.waitUntil(act().catch(() => answer(undefined)));
});

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // Not ours; shown all the same, because browsers ask that every push is.
  }
  const { title = TEXTS.name, body = "", url = "/dashboard", tag = title } = message;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      tag,
      data: { url },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/dashboard", self.location.origin);
  const target = url.origin === self.location.origin ? url.pathname + url.search : "/dashboard";
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const here = windows.find((client) => new URL(client.url).pathname === url.pathname);
    return here ? here.focus() : self.clients.openWindow(target);
  };
  event.waitUntil(open());
});
