import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Decodes the loader data before hydration. RemixBrowser would throw a promise at its first render until it is decoded, and
 * React 18 cannot hydrate a suspended root while a key is pressed ("Root did not complete").
 */
async function decodeLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (pending) {
    await pending;
  }
}

/**
 * Empties `textContent` of every text area before hydration. React 18 would write the initial text into a text area whose
 * `textContent` equals it, over anything typed before.
 */
function protectTypedText(): void {
  for (const area of document.querySelectorAll("textarea"))
    Object.defineProperty(area, "textContent", { value: null, writable: true });
}

void decodeLoaderData().then(() => {
  protectTypedText();
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
});
