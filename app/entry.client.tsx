import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * RemixBrowser throws a promise at its first render, until the loaders' data is decoded. React 18 cannot hydrate a root that waits
 * while a key is pressed ("Root did not complete"), so the data is decoded before React begins.
 */
async function decodeLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (pending) {
    await pending;
  }
}

/**
 * React 18 writes the first text of a text area into it once more when it takes the page over, over whatever was typed before:
 * a draft would be as it was last saved. It does so where `textContent` is that text, so it finds nothing there.
 */
function keepTypedText(): void {
  for (const area of document.querySelectorAll("textarea"))
    Object.defineProperty(area, "textContent", { value: null, writable: true });
}

void decodeLoaderData().then(() => {
  keepTypedText();
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
});
