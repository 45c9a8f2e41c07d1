import { childText, markupEvents, type XmlElement } from "~/platform/markup.server";
import { escapeMarkup } from "~/platform/untrusted-text";

/** `used`: references of the pictures in the text. `locked`: encrypted passages, which are left out. `missing`: pictures without a file. */
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
export function evernoteHtml(
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

/** The tasks of a group as a list; the text of the note has only the id of the group. */
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
