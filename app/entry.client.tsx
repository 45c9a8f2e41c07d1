import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { FUTURE_FLAGS } from "./future-flags";
import { PAGE_DATA } from "./page-data";

/** What the framework reads before it takes a page over. */
const context = {
  basename: "/",
  future: FUTURE_FLAGS,
  isSpaMode: false,
  /** Where it expects what the loaders said: nothing, in its own format. */
  stream: new Blob(["[{}]\n"]).stream(),
  state: {},
};
Object.assign(window, { __remixContext: context });

/**
 * At its first render the framework waits for its stream by throwing a promise, and React 18 takes a key pressed meanwhile for
 * an error. So it is asked once before React is there, and awaited. What the loaders said stands at the end of the page, as JSON
 * (app/page-scripts.server.ts).
 */
async function pageIsDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
  context.state = JSON.parse(document.getElementById(PAGE_DATA)?.textContent ?? "{}") as object;
}

/**
 * React 18 writes the first text of a text area into it once more when it takes the page over, over whatever was typed before:
 * a draft would be as it was last saved. It does so where `textContent` is that text, so it finds nothing there.
 */
function keepWhatWasTyped(): void {
  for (const area of document.querySelectorAll("textarea"))
    Object.defineProperty(area, "textContent", { value: null, writable: true });
}

void pageIsDecoded().then(() => {
  keepWhatWasTyped();
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
});
