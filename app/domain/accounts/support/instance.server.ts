import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Rendered } from "~/domain/journal/entries/entry-view";
import { renderText } from "~/domain/journal/entries/markdown.server";
import { MAX_WELCOME_LENGTH, type Instance } from "~/domain/operations/instance-settings";
import { currentInstanceSettings, environmentFixedNames } from "~/domain/operations/instance-settings.server";
import { isEverythingIncluded } from "~/domain/plans/billing/offers.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { canSendMail } from "~/platform/mail/transport.server";
import { linkOrigin } from "~/platform/request-context.server";
import { robotsTxt, securityTxt, sitemapXml } from "./public-pages";

/**
 * The house's own sentences, for the front page and someone's first visit: `welcome.md` in DATA_DIR, read at the start, or
 * else what administrators wrote. A file that cannot be used is left out, and the log and System health say so.
 */
const WELCOME_FILE = "welcome.md";
/** A character has four bytes at most; nothing larger is read at all. */
const MAX_WELCOME_BYTES = 4 * MAX_WELCOME_LENGTH;

export type WelcomeState = "none" | "good" | "unreadable" | "too_long";
type Welcome = { state: WelcomeState; words: Rendered | null };

let welcome: Welcome = { state: "none", words: null };

/** Reads the file; again after it was changed, with the next start. */
export function loadWelcome(): Welcome {
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
    if (facts.size > MAX_WELCOME_BYTES) return without("too_long");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)).trim();
    if ([...text].length > MAX_WELCOME_LENGTH) return without("too_long");
    return text ? { state: "good", words: renderText(text, 3) } : without("none");
  } catch {
    return without("unreadable");
  }
}

let written: { text: string; words: Rendered | null } = { text: "", words: null };

/** What the house says to those who come; null where it says nothing. */
export function welcomeMessage(): Rendered | null {
  if (welcome.words) return welcome.words;
  const { welcome: text } = currentInstanceSettings();
  if (text !== written.text) written = { text, words: text ? renderText(text, 3) : null };
  return written.words;
}
export const welcomeState = (): WelcomeState => welcome.state;

/** What was chosen for the house, and the names of what the server itself says. */
export const instanceSettingsForm = () => ({
  choices: currentInstanceSettings(),
  fixed: [...environmentFixedNames(), ...(welcomeState() === "good" ? ["welcome"] : [])],
});

/** What the operator has made of this place: read at every visit from memory, which costs nothing. */
export function currentInstance(): Instance {
  const { houseName, registration } = currentInstanceSettings();
  return {
    name: houseName,
    isOpen: isEverythingIncluded(),
    registration,
    sendsMail: canSendMail(),
    provider: oidcProvider(),
    social: {
      instagram: env.SOCIAL_INSTAGRAM ?? null,
      facebook: env.SOCIAL_FACEBOOK ?? null,
      youtube: env.SOCIAL_YOUTUBE ?? null,
    },
  };
}

/** Without a name of its own it is called by its address. */
function oidcProvider(): Instance["provider"] {
  const { OIDC_ISSUER, OIDC_NAME, OIDC_ONLY, OIDC_REGISTRATION } = env;
  if (!OIDC_ISSUER) return null;
  return {
    name: OIDC_NAME ?? new URL(OIDC_ISSUER).host,
    isOnly: OIDC_ONLY,
    registration: OIDC_REGISTRATION ?? currentInstanceSettings().registration,
  };
}

/** The texts for programs that come by, for this server's address. */
export const CRAWLER_FILES = {
  robots: () => robotsTxt(linkOrigin()),
  sitemap: () => sitemapXml(linkOrigin()),
  security: () => securityTxt(linkOrigin(), now()),
};
