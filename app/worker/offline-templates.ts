import type { OfflineReflection } from "~/domain/journal/offline-page";
import type { OfflineIntentions } from "~/domain/journal/prayers/intention";
import { typedFields, type QueuedForm } from "./messages";

/** Form of the offline page: a reflection of today, a free page, or a new intention. */
export type OfflineForm = Pick<OfflineReflection, "path" | "title" | "forDate" | "fields" | "point"> &
  Partial<Pick<OfflineReflection, "variant" | "passage">> & {
    /** Id of the intention that a free page is about. */
    prayer?: string;
    /** Whether each submission adds an item; otherwise it updates a draft. */
    adds?: boolean;
  };

/** Clones one of the page's `<template>` elements. */
function clone(id: string): HTMLElement {
  const template = document.getElementById(id);
  const copy = template instanceof HTMLTemplateElement && template.content.firstElementChild?.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error(`The page has no template "${id}".`);
  return copy;
}

/** Finds the element with this `data-slot`. */
export function findSlot(copy: HTMLElement, name: string): Element {
  const element = copy.querySelector(`[data-slot="${name}"]`);
  if (!element) throw new Error(`The template has no place "${name}".`);
  return element;
}

export function renderPassage({ lines, reference }: NonNullable<OfflineReflection["passage"]>): HTMLElement {
  const figure = clone("passage");
  for (const line of lines) {
    const paragraph = document.createElement("p");
    paragraph.className = "verse-line";
    paragraph.textContent = line;
    findSlot(figure, "lines").append(paragraph);
  }
  findSlot(figure, "reference").textContent = reference;
  return figure;
}

/** Renders today's intentions. */
export function renderIntentions(held: OfflineIntentions["held"], isHere = false): HTMLElement {
  const section = clone("held");
  if (isHere) findSlot(section, "more").remove();
  for (const { name, line } of held) {
    const item = clone("held-one");
    findSlot(item, "name").textContent = name;
    findSlot(item, "line").textContent = line;
    findSlot(section, "list").append(item);
  }
  return section;
}

/** Renders the form with its queued text. */
export function renderForm(shown: OfflineForm, owner: string, own: QueuedForm | undefined): HTMLFormElement {
  const form = clone("writing") as HTMLFormElement;
  findSlot(form, "title").textContent = shown.title;
  findSlot(form, "point").textContent = shown.point ?? "";
  const values = new Map(own?.fields);
  for (const question of shown.fields) findSlot(form, "questions").append(renderField(question, values));
  const hidden = {
    ...(shown.adds
      ? { intent: "add" }
      : { intent: "draft", draftVersion: "0", variant: shown.variant ?? "", _auto: "1" }),
    ...(shown.prayer && { prayer: shown.prayer }),
    forDate: shown.forDate,
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

function renderField(
  { key, label, hint, maxLength }: OfflineForm["fields"][number],
  values: Map<string, string>,
): HTMLElement {
  const part = clone("question");
  const area = part.querySelector("textarea");
  const name = part.querySelector("label");
  if (!area || !name) throw new Error("The template of a question has no field.");
  area.id = `desk-${key}`;
  area.name = key;
  area.value = values.get(key) ?? "";
  if (maxLength) Object.assign(area, { maxLength, rows: 2 });
  name.htmlFor = area.id;
  name.textContent = label;
  findSlot(part, "hint").textContent = hint ?? "";
  return part;
}

/** Renders the notice of a locked or signed-out journal. `isWaiting`: queued text exists that cannot be decrypted. */
export function renderLockNotice(template: "locked" | "signed-out", isWaiting: boolean): HTMLElement {
  const section = clone(template);
  if (!isWaiting) findSlot(section, "encrypted").remove();
  return section;
}

/** The time of a text; its day only if it is not today. */
function formatSaved(saved: Date): string {
  const isToday = saved.toDateString() === new Date().toDateString();
  return saved.toLocaleString(undefined, { ...(!isToday && { dateStyle: "medium" }), timeStyle: "short" });
}

/** Renders the other queued forms. */
export function renderQueue(waiting: QueuedForm[]): HTMLElement {
  const section = clone("waiting");
  for (const { fields, savedAt, isRefused } of waiting) {
    const line = clone("waiting-text");
    findSlot(line, "when").textContent = formatSaved(new Date(savedAt));
    findSlot(line, "text").textContent = typedFields(fields)
      .map(([, value]) => value)
      .join("\n\n");
    // A page cached by an older version lacks this line, so `findSlot` would throw.
    if (!isRefused) line.querySelector('[data-slot="refused"]')?.remove();
    findSlot(section, "list").append(line);
  }
  return section;
}

/** Whether a queued form is the draft of the shown form, written on the offline page itself. */
export function isDraftOf({ path, prayer, adds }: OfflineForm, unsent: QueuedForm): boolean {
  const value = (sought: string) => unsent.fields.find(([name]) => name === sought)?.[1] ?? "";
  if (adds || unsent.path !== path || !value("_submission").startsWith("desk-")) return false;
  return value("prayer") === (prayer ?? "");
}
