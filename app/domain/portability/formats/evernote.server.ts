import { createHash } from "node:crypto";
import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { formatPlace } from "~/domain/portability/foreign-entry";
import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { momentAt } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { momentOfTitle } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { childrenOf, childText, markupEvents, xmlRecords, type XmlElement } from "~/platform/markup.server";
import { escapeMarkup } from "~/platform/untrusted-text";

/** Evernote's ENEX: notes as XML, their text as XHTML with additional elements (https://xml.evernote.com/pub/enml2.dtd). */
export const evernote: ImportFormat = {
  source: "evernote",
  endings: ["enex"],
  recognise: ({ head }) => /<en-export[\s>]/.test(head),
  *read(file, context) {
    for (const note of xmlRecords(file.text ?? "", "note")) yield toEntry(note, file, context);
  },
};

function toEntry(note: XmlElement, file: SourceFile, context: ReadContext): ForeignResult {
  const title = childText(note, "title");
  const created = timeOf(childText(note, "created")) ?? timeOf(childText(note, "updated"));
  const moment = created && momentAt(created, context);
  if (!moment) return { ok: false, where: title || undefined, why: t("its date cannot be read") };
  const resources = readResources(childrenOf(note, "resource"), context);
  const { html, used, locked, missing } = evernoteHtml(
    childText(note, "content"),
    resources.byHash,
    childrenOf(note, "task"),
  );
  const { text } = htmlToMarkdown(html);
  const [attributes] = childrenOf(note, "note-attributes");
  const coordinate = (name: string) => (attributes ? Number(childText(attributes, name)) || 0 : 0);
  const page = {
    ...momentOfTitle(title, moment, context),
    text,
    updatedAt: timeOf(childText(note, "updated")),
    tags: childrenOf(note, "tag").map((tag) => tag.text),
    pictures: resources.pictures.filter((reference) => !used.has(reference)),
    details: {
      place: formatPlace([], { latitude: coordinate("latitude"), longitude: coordinate("longitude") }),
    },
    left: {
      ...resources.left,
      // Not the sum: a rejected picture is in both counts, as a resource and as an <en-media> without a picture.
      pictures: Math.max(resources.left.pictures ?? 0, missing),
      locked,
      places: attributes && childText(attributes, "latitude") ? 1 : 0,
    },
  };
  const result = toForeignEntry(page, file, context);
  return { ...result, where: title || moment.forDate };
}

/** Parses "20240507T023000Z", and "20240507T23000 AMZ" as some old versions write it. */
function timeOf(text: string): Date | undefined {
  const [whole, year, month, day, hour = "", minute, second, half] =
    /^(\d{4})(\d{2})(\d{2})T(\d{1,2})(\d{2})(\d{2})\s?([AP]M)?Z$/.exec(text) ?? [];
  if (!whole) return undefined;
  const hours = half ? (Number(hour) % 12) + (half === "PM" ? 12 : 0) : Number(hour);
  const at = new Date(`${year}-${month}-${day}T${String(hours).padStart(2, "0")}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

type EvernoteResources = {
  /** References of the pictures by the MD5 of their bytes, which `<en-media>` names. */
  byHash: ReadonlyMap<string, string>;
  pictures: readonly string[];
  left: SkippedItems;
};

const KINDS = { image: "pictures", video: "videos", audio: "recordings" } as const;

/** Adds the pictures of a note to the import, and counts its other files. */
function readResources(resources: readonly XmlElement[], context: ReadContext): EvernoteResources {
  const byHash = new Map<string, string>();
  const left: SkippedItems = {};
  for (const resource of resources) {
    const [type = ""] = childText(resource, "mime").split("/");
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : "files";
    const bytes = kind === "pictures" ? bytesOf(resource) : undefined;
    const reference = bytes && context.addPicture(bytes);
    if (bytes && reference) byHash.set(createHash("md5").update(bytes).digest("hex"), reference);
    else left[kind] = (left[kind] ?? 0) + 1;
  }
  return { byHash, pictures: [...new Set(byHash.values())], left };
}

function bytesOf(resource: XmlElement): Buffer | undefined {
  const [data] = childrenOf(resource, "data");
  if (data?.attributes.encoding !== "base64") return undefined;
  // The factor allows for Base64, which is a third longer than its bytes and has line breaks.
  return data.text.length > PICTURE_LIMITS.bytes * 1.5 ? undefined : Buffer.from(data.text, "base64");
}

/**
 * `used`: references of the pictures in the text. `locked`: number of encrypted passages, which are left out. `missing`:
 * number of pictures without a file.
 */
type NoteHtml = { html: string; used: ReadonlySet<string>; locked: number; missing: number };

const STYLE = {
  taskGroup: /--en-task-group:\s*true/,
  id: /--en-id:\s*([\w-]+)/,
  codeBlock: /-en-codeblock:\s*true/,
  todoList: /--en-todo:\s*true/,
  checked: /--en-checked:\s*(true|false)/,
};
const box = (isChecked: boolean) => (isChecked ? "[x] " : "[ ] ");

/** `end`: markup that ends the element in the HTML. */
type OpenElement = { name: string; end: string; isSkipped: boolean; isTodoList: boolean; isCode: boolean };
const OUTSIDE: OpenElement = { name: "", end: "", isSkipped: false, isTodoList: false, isCode: false };

/** Rewrites the elements that Evernote adds to XHTML: media, check boxes, tasks, code and encrypted passages. */
function evernoteHtml(
  enml: string,
  byHash: ReadonlyMap<string, string>,
  tasks: readonly XmlElement[],
): NoteHtml {
  const used = new Set<string>();
  let html = "";
  let locked = 0;
  let missing = 0;
  const open: OpenElement[] = [];
  for (const event of markupEvents(enml)) {
    const around = open.at(-1) ?? OUTSIDE;
    if ("text" in event) {
      if (!around.isSkipped) html += escapeMarkup(event.text);
      continue;
    }
    if (!("name" in event)) {
      html += open.pop()?.end ?? "";
      continue;
    }
    const { name, attributes } = event;
    const style = attributes.style ?? "";
    const inside = { ...around, name, end: "", isTodoList: false };
    if (!around.isSkipped) {
      if (name === "en-media") {
        const reference = byHash.get(attributes.hash ?? "");
        if (reference) {
          used.add(reference);
          html += `<img src="${escapeMarkup(reference)}" alt="${escapeMarkup(attributes.alt ?? "")}">`;
        } else if (attributes.type?.startsWith("image/")) missing++;
      } else if (name === "script" || name === "style") inside.isSkipped = true;
      else if (name === "en-todo") html += box(attributes.checked === "true");
      else if (name === "en-crypt") {
        locked++;
        inside.isSkipped = true;
      } else if (STYLE.taskGroup.test(style)) {
        html += taskList(tasks, STYLE.id.exec(style)?.[1]);
        inside.isSkipped = true;
      } else if (STYLE.codeBlock.test(style)) {
        html += "<pre>";
        Object.assign(inside, { end: "</pre>", isCode: true });
      } else if (name === "div" && (around.isCode || around.name === "li")) inside.end = "<br>";
      else if (!around.isCode) {
        html += startTag(name, attributes);
        inside.end = name === "br" || name === "img" || name === "hr" ? "" : `</${name}>`;
        inside.isTodoList = STYLE.todoList.test(style);
        const checked = around.isTodoList && STYLE.checked.exec(style)?.[1];
        if (checked) html += box(checked === "true");
      } else if (name === "br") html += "<br>";
    }
    open.push(inside);
  }
  return { html, used, locked, missing };
}

const startTag = (name: string, { href, src, alt }: XmlElement["attributes"]) =>
  `<${name}${[["href", href] as const, ["src", src] as const, ["alt", alt] as const]
    .map(([key, value]) => (value ? ` ${key}="${escapeMarkup(value)}"` : ""))
    .join("")}>`;

/** Formats the tasks of a group as a list. The text of a note contains only the group's id. */
function taskList(tasks: readonly XmlElement[], group: string | undefined): string {
  const items = tasks
    .filter((task) => childText(task, "taskGroupNoteLevelID") === group)
    .sort((a, b) => (childText(a, "sortWeight") < childText(b, "sortWeight") ? -1 : 1))
    .map(
      (task) =>
        `<li>${box(childText(task, "taskStatus") === "completed")}${escapeMarkup(childText(task, "title"))}</li>`,
    );
  return `<ul>${items.join("")}</ul>`;
}
