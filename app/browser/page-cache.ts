import {
  isRouteErrorResponse,
  useFetchers,
  useNavigation,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { useEffect } from "react";
import { MINUTE } from "~/domain/calendar/durations";
import { revalidateUnlessUnreachable } from "./submit-with-timeout";

/** Fresh for 5 minutes, dropped after 30 without use, read again once after a second (docs/product.md#client-cache). */
const FRESH_MS = 5 * MINUTE;
const DROP_UNUSED_MS = 30 * MINUTE;
const RETRY_AFTER_MS = 1_000;

type Surroundings = { now: () => number; wait: (ms: number) => Promise<void> };
type Entry = { value: unknown; readAt: number; usedAt: number };

/** Worth a second try: the server was not reached, or failed. Not a refusal, and not the way to another page. */
function mayPass(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (error instanceof Response) return error.status >= 500;
  return isRouteErrorResponse(error) && error.status >= 500;
}

/**
 * Data of pages that were opened, for going back and forth within the application.
 * @internal Exported for tests.
 */
export function createPageCache({ now, wait }: Surroundings) {
  const entries = new Map<string, Entry>();
  let changes = 0;

  async function load<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await wait(RETRY_AFTER_MS);
      return read();
    }
  }

  return {
    /** The data under this key: what was read within five minutes, else read now, with one more try after a second. */
    async read<T>(key: string, read: () => Promise<T>): Promise<T> {
      const at = now();
      for (const [other, { usedAt }] of entries) if (at - usedAt >= DROP_UNUSED_MS) entries.delete(other);
      const known = entries.get(key);
      if (known && at - known.readAt < FRESH_MS) {
        known.usedAt = at;
        return known.value as T;
      }
      const before = changes;
      const value = await load(read);
      // What was read before a change is not kept after it.
      if (before === changes) entries.set(key, { value, readAt: now(), usedAt: now() });
      return value;
    },
    /** Forgets everything: something has changed. */
    clear(): void {
      changes += 1;
      entries.clear();
    },
    get size() {
      return entries.size;
    },
  };
}

const cache = createPageCache({
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

/** Before or after anything that changes what pages show. */
export const clearPageCache = () => cache.clear();

/**
 * For pages to read: `export { cachedLoader as clientLoader } from "~/browser/page-cache"`. The first view never needs
 * it: that comes with its document. Signing out loads a document, which empties the memory that this lives in.
 */
export function cachedLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const { pathname, search } = new URL(request.url);
  return cache.read(pathname + search, () => serverLoader());
}

const writes = (method: string | undefined) => method !== undefined && method !== "GET";

/**
 * The `shouldRevalidate` of a frame around pages: plain navigation reads it again only after five minutes.
 * A form, or a reload of the same page, reads it at once, and what a form has changed is forgotten here: the router
 * asks after every action and before the first loader, whereas an effect comes after a render, on a slow device too late.
 */
export function cachedFrame(): (args: ShouldRevalidateFunctionArgs) => boolean {
  let readAt = 0;
  return (args) => {
    const { currentUrl, nextUrl, formMethod } = args;
    if (writes(formMethod)) clearPageCache();
    const at = performance.now();
    const isPlain = formMethod === undefined && currentUrl.pathname !== nextUrl.pathname;
    if (isPlain && at - readAt < FRESH_MS) return false;
    readAt = at;
    return revalidateUnlessUnreachable(args);
  };
}

/** Empties the cache also where a form is sent and its answer never comes. Writes are never tried again. */
export function usePageCacheClearing(): void {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const writing = writes(navigation.formMethod) || fetchers.some(({ formMethod }) => writes(formMethod));
  useEffect(() => {
    if (!writing) return;
    clearPageCache();
    // And again when it is done: what was read meanwhile may be from before.
    return clearPageCache;
  }, [writing]);
}
