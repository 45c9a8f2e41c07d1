import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "./env.server";
import { isTailnetName } from "./private-host";

/** The state of one HTTP request, created by `server/observe-requests.server.ts`. */
export type RequestContext = {
  id: string;
  /** The client's neighbourhood, too wide to point at a home. */
  subnet: string;
  /** The address by which it came, if that is one at home. */
  homeOrigin?: () => string | undefined;
  /** Answers that several loaders of one page need once (the session's user, for example). */
  memo: Map<string, unknown>;
  /** Set on the answer unless it has them already. */
  answerHeaders: Headers;
  /** The way to the client, for answers that are made while they are sent. */
  connection?: Backpressure;
  /** Gives a body of that many bytes more time to arrive than a form has. */
  giveTime?: (bytes: number) => void;
  /** The secret of the session that this answer gives to the browser, or "" when it takes it away. */
  session?: string;
  /** Where the reader's way of writing dates and numbers comes from. */
  locale?: string;
};

export type Backpressure = {
  /** Waits until the client has taken what was sent so far. False when it is gone. */
  drained: () => Promise<boolean>;
  /** Breaks off, so that the client cannot take half an answer for a whole one. */
  cut: () => void;
};

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** Runs `load` once per request and key; outside a request it simply runs. */
export function oncePerRequest<T>(key: string, load: () => Promise<T>): Promise<T> {
  const memo = requestContext.getStore()?.memo;
  if (!memo) return load();
  const known = memo.get(key) as Promise<T> | undefined;
  if (known) return known;
  const loading = load();
  memo.set(key, loading);
  return loading;
}

/** From here on the answer is written for a reader in this place. */
export function setLocale(locale: string): void {
  const context = requestContext.getStore();
  if (context) context.locale = locale;
}

/** From here on the request belongs to this session, whatever its cookie says; "" for none. */
export function setResponseSession(secret: string): void {
  const context = requestContext.getStore();
  if (!context) return;
  context.session = secret;
  context.memo.delete("member");
}

/** The session that the answer gives, undefined where it leaves it as it was. */
export function responseSession(): string | undefined {
  return requestContext.getStore()?.session;
}

/** Sets a header of the response. The framework drops the headers of an action that shows its page again; these it does not see. */
export function setResponseHeader(name: string, value: string): void {
  requestContext.getStore()?.answerHeaders.set(name, value);
}

/** Says which methods an address takes. */
export const setAllowedMethods = (methods: string) => setResponseHeader("Allow", methods);

/** Says when to try again. */
export const setRetryAfter = (seconds: number) => setResponseHeader("Retry-After", String(seconds));

/**
 * The address for links that leave the page: the one that the settings name, else the one by which this request came, if that
 * is an address at home, else this machine's own. A job has no request.
 */
export function linkOrigin(): string {
  if (env.isOriginNamed) return env.PUBLIC_ORIGIN;
  return requestContext.getStore()?.homeOrigin?.() ?? env.PUBLIC_ORIGIN;
}

/**
 * The origin for links with a secret in mails; null where such a mail must not be sent. Without PUBLIC_ORIGIN the Host
 * header names it, and anyone can send the name of a tailnet that they own.
 */
export function secretLinkOrigin(): string | null {
  const origin = linkOrigin();
  return !env.isOriginNamed && isTailnetName(new URL(origin).hostname) ? null : origin;
}
