import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { FUTURE_FLAGS } from "./future-flags";
import { PAGE_DATA } from "./page-data";

/** What the framework reads before it takes a page over; the server has put the page's own part at its end (app/page-scripts.server.ts). */
Object.assign(window, {
  __remixContext: {
    basename: "/",
    future: FUTURE_FLAGS,
    isSpaMode: false,
    stream: new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(document.getElementById(PAGE_DATA)?.textContent ?? ""));
        controller.close();
      },
    }),
  },
});

/**
 * At its first render the framework waits for what the page was given by throwing a promise, and React 18 takes a key
 * pressed meanwhile for an error. So it is asked once before React is there, and awaited.
 */
async function pageIsDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
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
