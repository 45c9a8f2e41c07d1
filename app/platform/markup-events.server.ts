import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";

/** A start tag, a text with its references decoded, or the end of the innermost element. */
export type MarkupEvent =
  | { name: string; attributes: Readonly<Record<string, string>> }
  | { text: string }
  | { isEnd: true };

const CHUNK_CHARACTERS = 64 * 1024;

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
  for (let at = 0; at < html.length; at += CHUNK_CHARACTERS) {
    parser.write(html.slice(at, at + CHUNK_CHARACTERS));
    yield* events.splice(0);
  }
  parser.end();
  yield* events;
}

/** Decodes the character references of HTML in a text without tags. */
export const decodeReferences = (text: string): string => decodeHTML(text);
