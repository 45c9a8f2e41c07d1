import { Parser } from "htmlparser2";

/** An element of XML. `text` is its own text, CDATA included, without the text of its children. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
};

/** Levels within a record; text of deeper elements belongs to their ancestor at this level. */
const MAX_DEPTH = 20;
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Parses XML and yields each element with the name `record` once it has ended, with the attributes of the element around it.
 * Broken markup is read as far as possible. Entities declared in the file are not expanded.
 */
export function* xmlRecords(
  xml: string,
  record: string,
): Generator<XmlElement & { parent: XmlElement["attributes"] }> {
  const complete: (XmlElement & { parent: XmlElement["attributes"] })[] = [];
  /** Elements of the current record, the record first. */
  const open: XmlElement[] = [];
  let depth = 0;
  let parent: XmlElement["attributes"] = {};
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length === 0 && name !== record) {
          parent = attributes;
          return;
        }
        depth++;
        if (depth > MAX_DEPTH) return;
        const element: XmlElement = { name, attributes, text: "", children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onclosetag: () => {
        if (depth === 0) return;
        if (depth-- > MAX_DEPTH) return;
        const element = open.pop();
        if (element && open.length === 0) complete.push({ ...element, parent });
      },
    },
    { xmlMode: true },
  );
  for (let at = 0; at < xml.length; at += CHUNK_CHARACTERS) {
    parser.write(xml.slice(at, at + CHUNK_CHARACTERS));
    yield* complete.splice(0);
  }
  parser.end();
  yield* complete;
}

/** The text of the first child of this name; empty if there is none. */
export const childText = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text.trim() ?? "";

export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);
