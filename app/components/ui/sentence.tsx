import { Fragment, createElement, isValidElement, type ReactNode } from "react";

/** What stands at a tag: something to show there, or what is put around the words between its two ends. */
export type SentenceParts = Record<string, ReactNode | ((words: ReactNode) => ReactNode)>;

const TAG = /<(\/?)([A-Za-z][A-Za-z0-9]*)(\/?)>/g;

type Open = { name: string; inner: ReactNode[] };

/**
 * Prints one message of the catalogue that has markup inside: "Read the <terms>terms</terms> first, <name/>."
 * A message stays one sentence, because another language puts its words in another order. What a person has written
 * comes in as a part, never in the message, so it is never read for tags; React escapes all of it.
 */
export function Sentence({ text, parts }: { text: string; parts: SentenceParts }) {
  const open: Open[] = [{ name: "", inner: [] }];
  const add = (piece: ReactNode) => open.at(-1)?.inner.push(piece);
  let at = 0;
  for (const tag of text.matchAll(TAG)) {
    const [whole, closing, name = "", empty] = tag;
    if (tag.index > at) add(text.slice(at, tag.index));
    at = tag.index + whole.length;
    if (!Object.hasOwn(parts, name)) throw new Error(`No part for ${whole} in "${text}"`);
    const part = parts[name];
    if (empty) {
      if (typeof part === "function") throw new Error(`${whole} has no words in "${text}"`);
      add(part);
    } else if (!closing) {
      if (typeof part !== "function") throw new Error(`${whole} must be written <${name}/> in "${text}"`);
      open.push({ name, inner: [] });
    } else {
      const done = open.length > 1 ? open.pop() : undefined;
      if (done?.name !== name || typeof part !== "function")
        throw new Error(`${whole} ends nothing in "${text}"`);
      add(part(joined(done.inner)));
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> has no end in "${text}"`);
  if (at < text.length) add(text.slice(at));
  return <>{joined(open[0]?.inner ?? [])}</>;
}

/** The pieces in their order, without keys: they never change places. */
function joined(pieces: ReactNode[]): ReactNode {
  if (pieces.length === 1 && !isValidElement(pieces[0])) return pieces[0];
  return createElement(Fragment, null, ...pieces);
}
