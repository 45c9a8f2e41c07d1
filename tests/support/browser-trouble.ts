import type { BrowserContext } from "playwright/test";

export type Trouble = {
  watch(context: BrowserContext): void;
  expect(pattern: RegExp): void;
  unexpected(): string[];
};

/** Chromium reports every 4xx answer as an error of the console; the tests look at statuses themselves. */
const REFUSED_BY_THE_SERVER = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Remix reports so where one visit takes the place of another that was on its way, as when someone clicks while a page reloads. */
const OVERTAKEN = /^AbortError: signal is aborted without reason/;

/** Collects what a browser complains about: console errors (breaches of the policy among them), page errors, 5xx answers. */
export function watchForTrouble(): Trouble {
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
