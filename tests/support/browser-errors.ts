import type { BrowserContext } from "playwright/test";

export type BrowserErrors = {
  watch(context: BrowserContext): void;
  expect(pattern: RegExp): void;
  unexpected(): string[];
};

/** Chromium logs every 4xx response as a console error; tests check statuses themselves. */
const REFUSED_BY_THE_SERVER = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Remix logs this when a navigation replaces a pending one, for example after a click during a reload. */
const OVERTAKEN = /^AbortError: signal is aborted without reason/;

/** Collects console errors (including CSP violations), page errors and 5xx responses. */
export function watchBrowserErrors(): BrowserErrors {
  const seen: string[] = [];
  const expected: RegExp[] = [REFUSED_BY_THE_SERVER, OVERTAKEN];
  return {
    watch(context) {
      context.on("console", (message) => {
        if (message.type() === "error") seen.push(message.text());
      });
      context.on("weberror", (error) =>
        seen.push(`page error: ${error.error().stack ?? error.error().message}`),
      );
      context.on("response", (response) => {
        if (response.status() >= 500)
          seen.push(`${response.status()} for ${response.request().method()} ${response.url()}`);
      });
    },
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => seen.filter((text) => !expected.some((pattern) => pattern.test(text))),
  };
}
