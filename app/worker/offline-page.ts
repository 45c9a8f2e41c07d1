/** The page that the service worker shows while there is no connection: today's passage, its questions, and room to write. */
import type { OfflineReflection } from "~/domain/journal/reflection/offline-page";
import { typed, type OfflinePageAnswer, type Fields, type ToWorker, type Unsent } from "./contract";

const WRITE_AFTER_MS = 1_500;
const ASK_AGAIN_MS = 5_000;
const PATIENCE_MS = 10_000;

/** What is shown to write on: a reflection of today, or a free page. */
type Shown = Pick<OfflineReflection, "path" | "title" | "forDate" | "fields"> &
  Partial<Pick<OfflineReflection, "variant" | "passage">>;

const worker = navigator.serviceWorker?.controller;
const place = document.getElementById("desk");
if (worker && place) open(worker, place);

function open(worker: ServiceWorker, place: HTMLElement): void {
  let form: HTMLFormElement | undefined;
  let isLeaving = false;

  function ask(message: ToWorker): Promise<unknown> {
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(message, [channel.port2]);
    });
  }

  async function show(): Promise<void> {
    const { today: kept, unsent } = ((await ask({ type: "desk" })) ?? {
      unsent: [],
    }) as Partial<OfflinePageAnswer>;
    if (!kept) return;
    const today = localDay(new Date());
    const free: Shown = { ...kept.free, path: "/journal/free", forDate: today };
    const wanted = /^\/journal\/(morning|evening|free)$/.exec(location.pathname)?.[1] ?? kept.due;
    const shown: Shown =
      kept.date === today ? (kept.reflections.find(({ slot }) => slot === wanted) ?? free) : free;
    const waiting = unsent ?? [];
    if (shown.passage) place.append(passageOf(shown.passage));
    const own = waiting.find(({ path, fields }) => path === shown.path && isFromHere(fields));
    form = formOf(shown, kept.owner, own);
    keepWhatIsTyped(form, shown.path);
    place.append(form);
    const others = waiting.filter(({ path, fields }) => path !== shown.path || !isFromHere(fields));
    if (others.length > 0) place.append(listOf(others));
    place.hidden = false;
  }

  function keepWhatIsTyped(form: HTMLFormElement, path: string): void {
    let isKept = true;
    let timer: number | undefined;
    const keep = async () => {
      if (isKept) return;
      isKept = true;
      const fields = new URLSearchParams();
      for (const [name, value] of new FormData(form))
        if (typeof value === "string") fields.append(name, value);
      const done = await ask({ type: "keep", path, fields: fields.toString() });
      slot(form, "status").textContent = done ? (form.dataset.kept ?? "") : "";
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void keep();
    });
    form.addEventListener("input", () => {
      isKept = false;
      clearTimeout(timer);
      timer = window.setTimeout(() => void keep(), WRITE_AFTER_MS);
    });
    addEventListener("pagehide", () => void keep());
  }

  /** A browser may say that it is online while nothing is reached yet, so the server is asked. */
  async function back(): Promise<void> {
    if (isLeaving || !navigator.onLine) return;
    const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    if (!answer?.ok || isLeaving) return;
    isLeaving = true;
    form?.requestSubmit();
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([ask({ type: "online" }), patience]);
    location.replace(/^\/offline(\/|$)/.test(location.pathname) ? "/dashboard" : location.href);
  }

  addEventListener("online", () => void back());
  setInterval(() => void back(), ASK_AGAIN_MS);
  void show();
}

/** A copy of one of the page's templates. */
function clone(id: string): HTMLElement {
  const template = document.getElementById(id);
  const copy = template instanceof HTMLTemplateElement && template.content.firstElementChild?.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error(`The page has no template "${id}".`);
  return copy;
}

/** The place in such a copy that is to be filled. */
function slot(copy: HTMLElement, name: string): Element {
  const found = copy.querySelector(`[data-slot="${name}"]`);
  if (!found) throw new Error(`The template has no place "${name}".`);
  return found;
}

function passageOf({ lines, reference }: NonNullable<OfflineReflection["passage"]>): HTMLElement {
  const figure = clone("passage");
  for (const line of lines) {
    const paragraph = document.createElement("p");
    paragraph.className = "verse-line";
    paragraph.textContent = line;
    slot(figure, "lines").append(paragraph);
  }
  slot(figure, "reference").textContent = reference;
  return figure;
}

/** The form to write on, with what was written on it before. */
function formOf(shown: Shown, owner: string, own: Unsent | undefined): HTMLFormElement {
  const form = clone("writing") as HTMLFormElement;
  slot(form, "title").textContent = shown.title;
  const values = new Map(own?.fields);
  for (const question of shown.fields) slot(form, "questions").append(fieldOf(question, values));
  const hidden = {
    intent: "draft",
    forDate: shown.forDate,
    draftVersion: "0",
    variant: shown.variant ?? "",
    _auto: "1",
    _owner: owner,
    _submission: values.get("_submission") ?? `desk-${crypto.randomUUID()}`,
  };
  for (const [name, value] of Object.entries(hidden)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  return form;
}

function fieldOf({ key, label, hint }: Shown["fields"][number], values: Map<string, string>): HTMLElement {
  const part = clone("question");
  const area = part.querySelector("textarea");
  const name = part.querySelector("label");
  if (!area || !name) throw new Error("The template of a question has no field.");
  area.id = `desk-${key}`;
  area.name = key;
  area.value = values.get(key) ?? "";
  name.htmlFor = area.id;
  name.textContent = label;
  slot(part, "hint").textContent = hint ?? "";
  return part;
}

/** What else waits on this device. */
function listOf(waiting: Unsent[]): HTMLElement {
  const section = clone("waiting");
  for (const { fields, savedAt } of waiting) {
    const line = clone("waiting-text");
    slot(line, "when").textContent = new Date(savedAt).toLocaleString();
    slot(line, "text").textContent = typed(fields)
      .map(([, value]) => value)
      .join("\n\n");
    slot(section, "list").append(line);
  }
  return section;
}

/** Whether a form was written on this page, and not on one of the server's. */
const isFromHere = (fields: Fields) =>
  fields.some(([name, value]) => name === "_submission" && value.startsWith("desk-"));

/** The day by this device's clock, as 2026-11-21. */
function localDay(now: Date): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
