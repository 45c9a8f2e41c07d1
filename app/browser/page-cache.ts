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

/**
 * Loader data is fresh for 5 minutes and evicted after 30 minutes without use; a failed load is retried once
 * (docs/product.md#client-cache).
 */
const FRESH_MS = 5 * MINUTE;
const DROP_UNUSED_MS = 30 * MINUTE;
const RETRY_AFTER_MS = 1_000;

type Environment = { now: () => number; wait: (ms: number) => Promise<void> };
type Entry = { value: unknown; readAt: number; usedAt: number };

/** Whether a retry may help: a network failure or a server error, but not a refusal or a redirect. */
function isRetryable(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (error instanceof Response) return error.status >= 500;
  return isRouteErrorResponse(error) && error.status >= 500;
}

/**
 * In-memory cache of loader data.
 *
 * @internal Exported for tests.
 */
export function createPageCache({ now, wait }: Environment) {
  const entries = new Map<string, Entry>();
  let generations = 0;

  async function load<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await wait(RETRY_AFTER_MS);
      return read();
    }
  }

  return {
    /** Returns fresh cached data, or loads it with one retry. */
    async read<T>(key: string, read: () => Promise<T>): Promise<T> {
      const at = now();
      for (const [other, { usedAt }] of entries) if (at - usedAt >= DROP_UNUSED_MS) entries.delete(other);
      const cached = entries.get(key);
      if (cached && at - cached.readAt < FRESH_MS) {
        cached.usedAt = at;
        return cached.value as T;
      }
      const generation = generations;
      const value = await load(read);
      // Data read before a change must not be cached after it.
      if (generation === generations) entries.set(key, { value, readAt: now(), usedAt: now() });
      return value;
    },
    clear(): void {
      generations += 1;
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

/** Call before and after every change of what pages show. */
export const clearPageCache = () => cache.clear();

/**
 * Client loader of read-only pages: `export { cachedLoader as clientLoader } from "~/browser/page-cache"`. The data
 * of a document's first page is in the document, so that page does not use the cache. Signing out loads a new
 * document, which empties the cache.
 */
export function cachedLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const { pathname, search } = new URL(request.url);
  return cache.read(pathname + search, () => serverLoader());
}

const isWrite = (method: string | undefined) => method !== undefined && method !== "GET";

/**
 * `shouldRevalidate` of a layout route: plain navigation reloads its data only after five minutes, a form or a reload
 * of the same page at once. A form also clears the page cache here, because the router calls this after every action
 * and before the first loader; an effect would run too late.
 */
export function cachedFrame(): (args: ShouldRevalidateFunctionArgs) => boolean {
  let readAt = 0;
  return (args) => {
    const { currentUrl, nextUrl, formMethod } = args;
    if (isWrite(formMethod)) clearPageCache();
    const at = performance.now();
    const isPlain = formMethod === undefined && currentUrl.pathname !== nextUrl.pathname;
    if (isPlain && at - readAt < FRESH_MS) return false;
    readAt = at;
    return revalidateUnlessUnreachable(args);
  };
}

/** Clears the page cache around every write, even if its response never arrives. Writes are never retried. */
export function usePageCacheClearing(): void {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isWriting = isWrite(navigation.formMethod) || fetchers.some(({ formMethod }) => isWrite(formMethod));
  useEffect(() => {
    if (!isWriting) return;
    clearPageCache();
    // Cleared again afterwards: data read during the write may be outdated.
    return clearPageCache;
  }, [isWriting]);
}
