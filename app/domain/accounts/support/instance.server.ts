import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Rendered } from "~/domain/journal/entries/entry";
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
 * The welcome message: `welcome.md` in DATA_DIR, read at start, overrides the one from the settings. An invalid file
 * is ignored; the log and System health give the reason.
 */
const WELCOME_FILE = "welcome.md";
/** UTF-8 needs at most four bytes per character; larger files are not read. */
const MAX_WELCOME_BYTES = 4 * MAX_WELCOME_LENGTH;

type WelcomeState = "none" | "good" | "unreadable" | "too_long";
type Welcome = { state: WelcomeState; words: Rendered | null };

let welcome: Welcome = { state: "none", words: null };

/** Reads `welcome.md`, at start only: later changes take effect at the next start. */
export function loadWelcome(): Welcome {
  welcome = parseWelcome(path.join(env.DATA_DIR, WELCOME_FILE));
  if (welcome.state === "unreadable" || welcome.state === "too_long")
    log.warn("welcome.not_shown", { file: WELCOME_FILE, reason: welcome.state });
  return welcome;
}

function parseWelcome(file: string): Welcome {
  const withoutMessage = (state: WelcomeState): Welcome => ({ state, words: null });
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return withoutMessage("none");
    if (!stats.isFile()) return withoutMessage("unreadable");
    if (stats.size > MAX_WELCOME_BYTES) return withoutMessage("too_long");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)).trim();
    if ([...text].length > MAX_WELCOME_LENGTH) return withoutMessage("too_long");
    return text ? { state: "good", words: renderText(text, 3) } : withoutMessage("none");
  } catch {
    return withoutMessage("unreadable");
  }
}

let rendered: { text: string; words: Rendered | null } = { text: "", words: null };

export function welcomeMessage(): Rendered | null {
  if (welcome.words) return welcome.words;
  const { welcome: text } = currentInstanceSettings();
  if (text !== rendered.text) rendered = { text, words: text ? renderText(text, 3) : null };
  return rendered.words;
}
export const welcomeState = (): WelcomeState => welcome.state;

/** The instance settings, and the names of those that the environment or welcome.md overrides. */
export const instanceSettingsForm = () => ({
  choices: currentInstanceSettings(),
  fixed: [...environmentFixedNames(), ...(welcomeState() === "good" ? ["welcome"] : [])],
});

/** Public facts about this instance, from memory. */
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

/** The default name is the host of the issuer. */
function oidcProvider(): Instance["provider"] {
  const { OIDC_ISSUER, OIDC_NAME, OIDC_ONLY, OIDC_REGISTRATION } = env;
  if (!OIDC_ISSUER) return null;
  return {
    name: OIDC_NAME ?? new URL(OIDC_ISSUER).host,
    isOnly: OIDC_ONLY,
    registration: OIDC_REGISTRATION ?? currentInstanceSettings().registration,
  };
}

/** Files for crawlers, with this server's origin. */
export const CRAWLER_FILES = {
  robots: () => robotsTxt(linkOrigin()),
  sitemap: () => sitemapXml(linkOrigin()),
  security: () => securityTxt(linkOrigin(), now()),
};
