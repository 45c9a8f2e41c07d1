/** Script of the offline page: today's passage, questions and intentions, and a form to write in. */
import { persistStorage } from "~/browser/offline-queue";
import { watchIdle, type IdleWatch } from "~/browser/watch-idle";
import * as paths from "~/paths";
import {
  isPrayersPath,
  PRAYERS_PATH,
  type OfflineDay,
  type OfflinePageAnswer,
  type ToWorker,
} from "./messages";
import {
  findSlot,
  isDraftOf,
  renderForm,
  renderIntentions,
  renderLockNotice,
  renderPassage,
  renderQueue,
  type OfflineForm,
} from "./offline-templates";

const DEBOUNCE_MS = 1_500;
const POLL_MS = 5_000;
const FLUSH_TIMEOUT_MS = 10_000;

const worker = navigator.serviceWorker?.controller;
const container = document.getElementById("desk");
if (worker && container) open(worker, container);

function open(worker: ServiceWorker, container: HTMLElement): void {
  let form: HTMLFormElement | undefined;
  let isReloading = false;
  let isTyping = false;
  let savePending: (() => Promise<unknown>) | undefined;
  let idleWatch: IdleWatch | undefined;

  function post(message: ToWorker): Promise<unknown> {
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(message, [channel.port2]);
    });
  }

  async function show(): Promise<void> {
    const reply = (await post({ type: "desk" })) as OfflinePageAnswer | undefined;
    if (!reply) return;
    const { today: day, unsent: queued, encrypted, isSignedOut } = reply;
    container.replaceChildren();
    if (isSignedOut) container.append(renderLockNotice("signed-out", encrypted > 0));
    else if (encrypted > 0) container.append(renderLockNotice("locked", true));
    container.hidden = container.childElementCount === 0;
    if (!day) return;
    watchUse(day);
    const today = localDay(new Date());
    const shown = requestedForm(day, today);
    if (shown.passage) container.append(renderPassage(shown.passage));
    // A selection of another day is not shown.
    if (day.date === today && day.held?.length) container.append(renderIntentions(day.held, shown.adds));
    const draft = queued.find((unsent) => isDraftOf(shown, unsent));
    form = renderForm(shown, day.owner, draft);
    autosave(form, shown);
    container.append(form);
    const others = queued.filter((unsent) => unsent !== draft);
    if (others.length > 0) container.append(renderQueue(others));
    container.hidden = false;
  }

  /** Starts the idle lock of this page. Before it covers the page, it stores the typed text. */
  function watchUse({ lockAfter, owner }: OfflineDay): void {
    if (!lockAfter || idleWatch) return;
    const setCovered = (isCovered: boolean) => {
      const saved = isCovered ? savePending?.() : undefined;
      void Promise.resolve(saved).then(show);
    };
    idleWatch = watchIdle({ lockAfter, owner, setCovered });
  }

  function autosave(form: HTMLFormElement, { path, adds }: OfflineForm): void {
    let isSaved = true;
    let timer: number | undefined;
    const save = async () => {
      if (isSaved) return;
      isSaved = true;
      isTyping = false;
      const fields = new URLSearchParams();
      for (const [name, value] of new FormData(form))
        if (typeof value === "string") fields.append(name, value);
      const done = await post({ type: "keep", path, fields: fields.toString() });
      if (done) persistStorage();
      findSlot(form, "status").textContent = done ? (form.dataset.kept ?? "") : "";
      return done;
    };
    savePending = save;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void save().then((done) => done && adds && !isReloading && showNext());
    });
    form.addEventListener("input", () => {
      isSaved = false;
      clearTimeout(timer);
      // A new intention is saved only when it is submitted, so a typed name also blocks the automatic reload.
      isTyping = adds === true && new FormData(form).get("name") !== "";
      if (adds) return;
      timer = window.setTimeout(() => void save(), DEBOUNCE_MS);
    });
  }

  /** Shows the added intention in the queue, and an empty form for the next. */
  async function showNext(): Promise<void> {
    await show();
    if (!form) return;
    form.querySelector("textarea")?.focus();
    findSlot(form, "status").textContent = form.dataset.kept ?? "";
  }

  /** `navigator.onLine` may be true without a connection, so the server is asked. */
  async function reloadWhenOnline(): Promise<void> {
    if (isReloading || isTyping || !navigator.onLine) return;
    const reply = await fetch(paths.healthz(), { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    if (!reply?.ok || isReloading) return;
    isReloading = true;
    form?.requestSubmit();
    const timeout = new Promise((resolve) => setTimeout(resolve, FLUSH_TIMEOUT_MS));
    await Promise.race([post({ type: "online" }), timeout]);
    location.replace(/^\/offline(\/|$)/.test(location.pathname) ? paths.dashboard() : location.href);
  }

  addEventListener("pagehide", () => void savePending?.());
  addEventListener("online", () => void reloadWhenOnline());
  setInterval(() => void reloadWhenOnline(), POLL_MS);
  void show();
}

/** Form for the requested path, or for the reflection that is due. */
function requestedForm(day: OfflineDay, today: string): OfflineForm {
  const { pathname, search } = location;
  if (day.carry && isPrayersPath(pathname))
    return { ...day.carry, path: PRAYERS_PATH, forDate: today, adds: true };
  const prayer = new URLSearchParams(search).get("prayer") ?? "";
  const free: OfflineForm = { ...day.free, path: paths.freePage(), forDate: today };
  const slotName = /^\/journal\/(morning|evening|free)$/.exec(pathname)?.[1] ?? day.due;
  if (slotName === "free") return { ...free, prayer };
  return day.date === today ? (day.reflections.find(({ slot }) => slot === slotName) ?? free) : free;
}

/** Local day of the device, as "2026-11-21". */
function localDay(now: Date): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
