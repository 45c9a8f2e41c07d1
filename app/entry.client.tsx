import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

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

void pageIsDecoded().then(() => {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
});
