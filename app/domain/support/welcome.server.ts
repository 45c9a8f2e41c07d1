import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { shownText } from "~/domain/journal/entries/markdown.server";
import type { Shown } from "~/domain/journal/entries/shown";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

/**
 * The operator's own sentences: `welcome.md` in DATA_DIR, read at the start, for the front page and someone's first
 * visit. Where the file cannot be used the house opens without it, and the log and System health say so.
 */
const WELCOME_FILE = "welcome.md";
const MOST_CHARACTERS = 2_000;
/** A character has four bytes at most; nothing larger is read at all. */
const MOST_BYTES = 4 * MOST_CHARACTERS;

export type WelcomeState = "none" | "good" | "unreadable" | "too_long";
type Welcome = { state: WelcomeState; words: Shown | null };

let welcome: Welcome = { state: "none", words: null };

/** Reads the file; again after it was changed, with the next start. */
export function readWelcome(): Welcome {
  welcome = parseWelcome(path.join(env.DATA_DIR, WELCOME_FILE));
  if (welcome.state === "unreadable" || welcome.state === "too_long")
    log.warn("welcome.not_shown", { file: WELCOME_FILE, reason: welcome.state });
  return welcome;
}

function parseWelcome(file: string): Welcome {
  const without = (state: WelcomeState): Welcome => ({ state, words: null });
  try {
    const facts = statSync(file, { throwIfNoEntry: false });
    if (!facts) return without("none");
    if (!facts.isFile()) return without("unreadable");
    if (facts.size > MOST_BYTES) return without("too_long");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)).trim();
    if ([...text].length > MOST_CHARACTERS) return without("too_long");
    return text ? { state: "good", words: shownText(text, 3) } : without("none");
  } catch {
    return without("unreadable");
  }
}

/** What the operator says to those who come; null where they say nothing. */
export const welcomeWords = (): Shown | null => welcome.words;
export const welcomeState = (): WelcomeState => welcome.state;
