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
  renderLockNotice,
  renderPassage,
  renderQueue,
  renderSelection,
  type ShownForm,
} from "./offline-templates";

const WRITE_AFTER_MS = 1_500;
const ASK_AGAIN_MS = 5_000;
const PATIENCE_MS = 10_000;

const worker = navigator.serviceWorker?.controller;
const place = document.getElementById("desk");
if (worker && place) open(worker, place);

function open(worker: ServiceWorker, place: HTMLElement): void {
  let form: HTMLFormElement | undefined;
  let isLeaving = false;
  let isTyping = false;
  let keepTyped: (() => Promise<unknown>) | undefined;
  let watch: IdleWatch | undefined;

  function ask(message: ToWorker): Promise<unknown> {
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(message, [channel.port2]);
    });
  }

  async function show(): Promise<void> {
    const answer = (await ask({ type: "desk" })) as OfflinePageAnswer | undefined;
    if (!answer) return;
    const { today: kept, unsent: waiting, encrypted, isSignedOut } = answer;
    place.replaceChildren();
    if (isSignedOut) place.append(renderLockNotice("signed-out", encrypted > 0));
    else if (encrypted > 0) place.append(renderLockNotice("locked", true));
    place.hidden = place.childElementCount === 0;
    if (!kept) return;
    watchUse(kept);
    const today = localDay(new Date());
    const shown = shownOf(kept, today);
    if (shown.passage) place.append(renderPassage(shown.passage));
    // A selection of another day is not shown.
    if (kept.date === today && kept.held?.length) place.append(renderSelection(kept.held, shown.adds));
    const own = waiting.find((unsent) => isDraftOf(shown, unsent));
    form = renderForm(shown, kept.owner, own);
    keepWhatIsTyped(form, shown);
    place.append(form);
    const others = waiting.filter((unsent) => unsent !== own);
    if (others.length > 0) place.append(renderQueue(others));
    place.hidden = false;
  }

  /** Locks this page like every other: stores the typed text, then hides everything. */
  function watchUse({ lockAfter, owner }: OfflineDay): void {
    if (!lockAfter || watch) return;
    const setCovered = (isCovered: boolean) => {
      const ready = isCovered ? keepTyped?.() : undefined;
      void Promise.resolve(ready).then(show);
    };
    watch = watchIdle({ lockAfter, owner, setCovered });
  }

  function keepWhatIsTyped(form: HTMLFormElement, { path, adds }: ShownForm): void {
    let isKept = true;
    let timer: number | undefined;
    const keep = async () => {
      if (isKept) return;
      isKept = true;
      isTyping = false;
      const fields = new URLSearchParams();
      for (const [name, value] of new FormData(form))
        if (typeof value === "string") fields.append(name, value);
      const done = await ask({ type: "keep", path, fields: fields.toString() });
      if (done) persistStorage();
      findSlot(form, "status").textContent = done ? (form.dataset.kept ?? "") : "";
      return done;
    };
    keepTyped = keep;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void keep().then((done) => done && adds && !isLeaving && another());
    });
    form.addEventListener("input", () => {
      isKept = false;
      clearTimeout(timer);
      // An unfinished name is neither saved nor lost by a reload.
      isTyping = adds === true && new FormData(form).get("name") !== "";
      if (adds) return;
      timer = window.setTimeout(() => void keep(), WRITE_AFTER_MS);
    });
  }

  /** Shows the added intention in the queue, and an empty form for the next. */
  async function another(): Promise<void> {
    await show();
    if (!form) return;
    form.querySelector("textarea")?.focus();
    findSlot(form, "status").textContent = form.dataset.kept ?? "";
  }

  /** `navigator.onLine` may be true without a connection, so the server is asked. */
  async function back(): Promise<void> {
    if (isLeaving || isTyping || !navigator.onLine) return;
    const answer = await fetch(paths.healthz(), { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    if (!answer?.ok || isLeaving) return;
    isLeaving = true;
    form?.requestSubmit();
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([ask({ type: "online" }), patience]);
    location.replace(/^\/offline(\/|$)/.test(location.pathname) ? paths.dashboard() : location.href);
  }

  addEventListener("pagehide", () => void keepTyped?.());
  addEventListener("online", () => void back());
  setInterval(() => void back(), ASK_AGAIN_MS);
  void show();
}

/** Form for the requested path, or for the reflection that is due. */
function shownOf(kept: OfflineDay, today: string): ShownForm {
  const { pathname, search } = location;
  if (kept.carry && isPrayersPath(pathname))
    return { ...kept.carry, path: PRAYERS_PATH, forDate: today, adds: true };
  const prayer = new URLSearchParams(search).get("prayer") ?? "";
  const free: ShownForm = { ...kept.free, path: paths.freePage(), forDate: today };
  const wanted = /^\/journal\/(morning|evening|free)$/.exec(pathname)?.[1] ?? kept.due;
  if (wanted === "free") return { ...free, prayer };
  return kept.date === today ? (kept.reflections.find(({ slot }) => slot === wanted) ?? free) : free;
}

/** Local day of the device, as "2026-11-21". */
function localDay(now: Date): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
