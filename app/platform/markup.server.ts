import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";

const CHUNK_CHARACTERS = 64 * 1024;

/** A start tag, a text with its references decoded, or the end of the innermost element. */
export type MarkupEvent =
  | { name: string; attributes: Readonly<Record<string, string>> }
  | { text: string }
  | { isEnd: true };

/**
 * Parses HTML or XHTML as browsers do for broken markup, or XML; every start tag has its end. Yields no comments and no
 * declarations.
 */
export function* markupEvents(html: string, { xmlMode = false } = {}): Generator<MarkupEvent> {
  const events: MarkupEvent[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => events.push({ name, attributes }),
      ontext: (text) => events.push({ text }),
      onclosetag: () => events.push({ isEnd: true }),
    },
    { recognizeSelfClosing: true, xmlMode },
  );
  // Events are yielded after each chunk, so that the memory stays small.
  for (let at = 0; at < html.length; at += CHUNK_CHARACTERS) {
    parser.write(html.slice(at, at + CHUNK_CHARACTERS));
    yield* events.splice(0);
  }
  parser.end();
  yield* events;
}

/** Decodes the character references of HTML in a text without tags. */
export const decodeReferences = (text: string): string => decodeHTML(text);

/** An element of XML. `text` is its own text, CDATA included, without the text of its children. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
};

/** Levels within a record; text of deeper elements belongs to their ancestor at this level. */
const MAX_RECORD_DEPTH = 20;

/**
 * Parses XML and yields each element with the name `record` once it has ended, with the attributes of the element around it.
 * Broken markup is read as far as possible. Entities declared in the file are not expanded.
 */
export function* xmlRecords(
  xml: string,
  record: string,
): Generator<XmlElement & { parent: XmlElement["attributes"] }> {
  /** Elements of the current record, the record first. */
  const open: XmlElement[] = [];
  let depth = 0;
  let parent: XmlElement["attributes"] = {};
  for (const event of markupEvents(xml, { xmlMode: true })) {
    if ("text" in event) {
      const element = open.at(-1);
      if (element) element.text += event.text;
    } else if ("name" in event) {
      const { name, attributes } = event;
      if (open.length === 0 && name !== record) {
        parent = attributes;
        continue;
      }
      if (++depth > MAX_RECORD_DEPTH) continue;
      const element: XmlElement = { name, attributes, text: "", children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    } else if (depth > 0 && depth-- <= MAX_RECORD_DEPTH) {
      const element = open.pop();
      if (element && open.length === 0) yield { ...element, parent };
    }
  }
}

/** The text of the first child of this name; empty if there is none. */
export const childText = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text.trim() ?? "";

export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);

export type PropertyValue = string | number | boolean | Date | PropertyValue[] | PropertyDictionary;
export type PropertyDictionary = { [key: string]: PropertyValue };

/** Limits of a property list. A journal entry of Day One Classic has a few dozen values in three levels. */
const MAX_LIST_CHARACTERS = 1024 * 1024;
const MAX_LIST_VALUES = 2_000;
const MAX_LIST_DEPTH = 10;
/** The parser gets the text in chunks of this size, so that it stops soon after a limit is exceeded. */
const LIST_CHUNK_CHARACTERS = 8 * 1024;

/** A list or dictionary that is not closed yet. */
type Container = { value: PropertyValue[] | PropertyDictionary; key: string };

/** "Creation Date" is "creationDate". */
const camelCase = (key: string) =>
  key.toLowerCase().replace(/ +(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Parses a property list in XML whose root is a dictionary; its keys are converted to camel case. Undefined
 * for a file of another kind, and for a damaged or too large one.
 */
export function parsePropertyList(xml: string): PropertyDictionary | undefined {
  if (xml.length > MAX_LIST_CHARACTERS || !/<plist\b/.test(xml.slice(0, 1_000))) return undefined;
  // The parser closes what a damaged file leaves open.
  if (!xml.trimEnd().endsWith("</plist>")) return undefined;
  let root: PropertyValue | undefined;
  let values = 0;
  let isBroken = false;
  let text = "";
  const open: Container[] = [];
  const add = (value: PropertyValue) => {
    const parent = open.at(-1);
    if (++values > MAX_LIST_VALUES) isBroken = true;
    else if (!parent) root ??= value;
    else if (Array.isArray(parent.value)) parent.value.push(value);
    else parent.value[parent.key] = value;
  };
  const parser = new Parser(
    {
      onopentag: (name) => {
        text = "";
        if (name !== "dict" && name !== "array") return;
        const value: Container["value"] = name === "array" ? [] : (Object.create(null) as PropertyDictionary);
        add(value);
        open.push({ value, key: "" });
        if (open.length > MAX_LIST_DEPTH) isBroken = true;
      },
      ontext: (part) => {
        if (!isBroken) text += part;
      },
      onclosetag: (name) => {
        const parent = open.at(-1);
        if (isBroken) return;
        if (name === "dict" || name === "array") open.pop();
        else if (name === "key" && parent) parent.key = camelCase(text);
        else if (name === "string") add(text);
        else if (name === "date") add(new Date(text.trim()));
        else if (name === "integer" || name === "real") add(Number(text));
        else if (name === "true" || name === "false") add(name === "true");
      },
    },
    { xmlMode: true },
  );
  for (let at = 0; at < xml.length && !isBroken; at += LIST_CHUNK_CHARACTERS)
    parser.write(xml.slice(at, at + LIST_CHUNK_CHARACTERS));
  if (!isBroken) parser.end();
  return isBroken || typeof root !== "object" || Array.isArray(root) || root instanceof Date
    ? undefined
    : root;
}
