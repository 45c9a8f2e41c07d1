import { markupEvents } from "./markup-events.server";

/** An element of XML. `text` is its own text, CDATA included, without the text of its children. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
};

/** Levels within a record; text of deeper elements belongs to their ancestor at this level. */
const MAX_DEPTH = 20;

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
      if (++depth > MAX_DEPTH) continue;
      const element: XmlElement = { name, attributes, text: "", children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    } else if (depth > 0 && depth-- <= MAX_DEPTH) {
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
