import { Parser } from "htmlparser2";

export type PropertyValue = string | number | boolean | Date | PropertyValue[] | PropertyDictionary;
export type PropertyDictionary = { [key: string]: PropertyValue };

/** Limits of a property list: an entry has a few dozen values in three levels. */
const MAX_CHARACTERS = 1024 * 1024;
const MAX_VALUES = 2_000;
const MAX_DEPTH = 10;
/** Characters after which parsing ends if a limit is exceeded. */
const CHUNK = 8 * 1024;

/** A list or dictionary whose end tag has not come. */
type Container = { value: PropertyValue[] | PropertyDictionary; key: string };

/** "Creation Date" is "creationDate". */
const camelCase = (key: string) =>
  key.toLowerCase().replace(/ +(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Parses a property list in XML whose root is a dictionary; its keys are converted to camel case. Undefined
 * if it is another, damaged or too large.
 */
export function parsePropertyList(xml: string): PropertyDictionary | undefined {
  if (xml.length > MAX_CHARACTERS || !/<plist\b/.test(xml.slice(0, 1_000))) return undefined;
  // The parser closes what a damaged file leaves open.
  if (!xml.trimEnd().endsWith("</plist>")) return undefined;
  let root: PropertyValue | undefined;
  let values = 0;
  let isBroken = false;
  let text = "";
  const open: Container[] = [];
  const add = (value: PropertyValue) => {
    const parent = open.at(-1);
    if (++values > MAX_VALUES) isBroken = true;
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
        if (open.length > MAX_DEPTH) isBroken = true;
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
  for (let at = 0; at < xml.length && !isBroken; at += CHUNK) parser.write(xml.slice(at, at + CHUNK));
  if (!isBroken) parser.end();
  return isBroken || typeof root !== "object" || Array.isArray(root) || root instanceof Date
    ? undefined
    : root;
}
