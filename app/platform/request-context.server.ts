import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "./env.server";
import { isTailnetName } from "./private-host";

/** The state of one HTTP request, created by `server/observe-requests.server.ts`. */
export type RequestContext = {
  id: string;
  /** The client's subnet, too wide to identify a household. */
  subnet: string;
  /** The origin of the request, if its host is in a private network. */
  homeOrigin?: () => string | undefined;
  /** Results of `oncePerRequest`. */
  memo: Map<string, unknown>;
  /** Headers for the response, unless it sets them itself. */
  responseHeaders: Headers;
  /** Back-pressure of the connection, for streamed responses. */
  connection?: Backpressure;
  /** Extends the deadline of the request body for an upload of that many bytes. */
  extendBodyTimeout?: (bytes: number) => void;
  /** The secret of the session that the response sets, "" if it clears the session. */
  session?: string;
  /** The locale of dates and numbers in the response. */
  locale?: string;
};

export type Backpressure = {
  /** Waits until the client has received everything sent so far. @returns false if it has disconnected */
  drained: () => Promise<boolean>;
  /** Aborts the connection, so that the client cannot mistake a partial response for a complete one. */
  cut: () => void;
};

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** Runs `load` once per request and key; outside a request it always runs. */
export function oncePerRequest<T>(key: string, load: () => Promise<T>): Promise<T> {
  const memo = requestContext.getStore()?.memo;
  if (!memo) return load();
  const cached = memo.get(key) as Promise<T> | undefined;
  const result = cached ?? load();
  if (!cached) memo.set(key, result);
  return result;
}

export function setLocale(locale: string): void {
  const context = requestContext.getStore();
  if (context) context.locale = locale;
}

/** Makes the session that the response sets the session of this request too, instead of its cookie's; "" for none. */
export function setResponseSession(secret: string): void {
  const context = requestContext.getStore();
  if (!context) return;
  context.session = secret;
  context.memo.delete("member");
}

/** The session secret that the response sets, "" if it clears the session, undefined if it changes nothing. */
export function responseSession(): string | undefined {
  return requestContext.getStore()?.session;
}

/** Sets a response header outside the framework, which drops an action's headers when it renders the page again. */
export function setResponseHeader(name: string, value: string): void {
  requestContext.getStore()?.responseHeaders.set(name, value);
}

export const setAllowedMethods = (methods: string) => setResponseHeader("Allow", methods);

export const setRetryAfter = (seconds: number) => setResponseHeader("Retry-After", String(seconds));

/**
 * The origin of absolute links: PUBLIC_ORIGIN if it is set, else the request's origin if that is in a private network, else
 * this machine's, as in a job, which has no request.
 */
export function linkOrigin(): string {
  if (env.isOriginNamed) return env.PUBLIC_ORIGIN;
  return requestContext.getStore()?.homeOrigin?.() ?? env.PUBLIC_ORIGIN;
}

/**
 * The origin of links with a secret in emails; null if such an email must not be sent. Without PUBLIC_ORIGIN the origin
 * comes from the Host header, and an attacker can name a tailnet of their own.
 */
export function secretLinkOrigin(): string | null {
  const origin = linkOrigin();
  return !env.isOriginNamed && isTailnetName(new URL(origin).hostname) ? null : origin;
}
