import MagicString from "magic-string";
import ts from "typescript";
import { findMessages } from "./find.mjs";

/**
 * What a language says: the text for a message, or its forms by number in the order of `categories`; undefined where it
 * has none, and then the English stays.
 *
 * @typedef {{ language: string, categories: string[], say: (id: string, context?: string, plural?: string) => string[] | undefined }} Language
 */

/**
 * The module in another language, its messages replaced in place, so that a build carries one language and none of the
 * work of choosing.
 *
 * @param {string} file @param {string} source @param {Language} language
 */
export function translate(file, source, language) {
  const { messages, problems } = findMessages(file, source);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  if (messages.length === 0) return undefined;
  const code = new MagicString(source);
  for (const { id, plural, context, literals, trans } of messages) {
    const said = language.say(id, context, plural);
    if (!said) continue;
    if (trans) {
      const [first] = trans.element.children;
      const last = trans.element.children.at(-1);
      if (first) code.overwrite(first.pos, last.end, sentence(said[0], trans.parts, code));
    } else if (plural !== undefined) {
      const forms = Object.fromEntries(language.categories.map((name, at) => [name, said[at]]));
      code.overwrite(literals[0].getStart(), literals[0].end, JSON.stringify(forms));
      code.overwrite(literals[1].getStart(), literals[1].end, JSON.stringify(said.at(-1)));
    } else {
      const literal = literals.at(-1);
      code.overwrite(literal.getStart(), literal.end, JSON.stringify(said[0]));
    }
  }
  return { code: code.toString(), map: code.generateMap({ hires: "boundary" }) };
}

const TOKEN = /<(\/?)(\d+)(\/?)>|\{(\w+)\}/g;

/** The children of a sentence in the order of its translation, each element with the tags that the English one has. */
function sentence(text, parts, code) {
  const all = flat(parts);
  const element = (number) => {
    const found = all.find((part) => "element" in part && part.number === Number(number));
    if (!found) throw new Error(`There is no <${number}> in the English of "${text}"`);
    return found.element;
  };
  let out = "";
  let at = 0;
  const add = (words) => (out += words && `{${JSON.stringify(words)}}`);
  for (const { 0: whole, 1: closing, 2: number, 3: empty, 4: name, index } of text.matchAll(TOKEN)) {
    add(text.slice(at, index));
    at = index + whole.length;
    if (name !== undefined) {
      const hole = all.find((part) => "value" in part && part.name === name);
      if (!hole) throw new Error(`There is no {${name}} in the English of "${text}"`);
      out += `{${code.slice(hole.value.getStart(), hole.value.end)}}`;
      continue;
    }
    const node = element(number);
    const tag = ts.isJsxElement(node) ? (closing ? node.closingElement : node.openingElement) : node;
    if (Boolean(empty) === ts.isJsxElement(node)) throw new Error(`${whole} is written wrongly in "${text}"`);
    out += code.slice(tag.getStart(), tag.end);
  }
  add(text.slice(at));
  return out;
}

const flat = (parts) => parts.flatMap((part) => [part, ...flat(part.children ?? [])]);
