import { describe, expect, it, vi } from "vitest";
import { cachedFrame, cachedLoader, createPageCache } from "./page-cache";

const MINUTE = 60_000;

function cacheAt(start = 0) {
  const clock = { time: start };
  const waits: number[] = [];
  const cache = createPageCache({
    now: () => clock.time,
    wait: async (ms) => {
      waits.push(ms);
      clock.time += ms;
    },
  });
  return { cache, clock, waits };
}

describe("page cache", () => {
  it("returns cached data for five minutes", async () => {
    const { cache, clock } = cacheAt();
    const read = vi.fn(async () => "page");
    await cache.read("/dashboard", read);
    clock.time = 5 * MINUTE - 1;
    expect(await cache.read("/dashboard", read)).toBe("page");
    expect(read).toHaveBeenCalledTimes(1);
    clock.time = 5 * MINUTE;
    await cache.read("/dashboard", read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("evicts entries unused for thirty minutes", async () => {
    const { cache, clock } = cacheAt();
    await cache.read("/a", async () => 1);
    clock.time = 29 * MINUTE;
    await cache.read("/b", async () => 2);
    expect(cache.size).toBe(2);
    clock.time = 30 * MINUTE;
    await cache.read("/b", async () => 2);
    expect(cache.size).toBe(1);
  });

  it.each([
    ["a network failure", new TypeError("Failed to fetch")],
    ["a server error", new Response(null, { status: 503 })],
  ])("retries once after a second on %s", async (_name, failure) => {
    const { cache, waits } = cacheAt();
    const read = vi.fn(async () => "page").mockRejectedValueOnce(failure);
    expect(await cache.read("/a", read)).toBe("page");
    expect(waits).toEqual([1_000]);
    const never = vi.fn(async () => Promise.reject(failure));
    await expect(cache.read("/b", never)).rejects.toBe(failure);
    expect(never).toHaveBeenCalledTimes(2);
    expect(cache.size).toBe(1);
  });

  it.each([
    ["a refusal", new Response(null, { status: 404 })],
    ["a redirect", new Response(null, { status: 302 })],
    ["an internal error", new Error("no")],
  ])("neither retries nor caches %s", async (_name, failure) => {
    const { cache, waits } = cacheAt();
    const read = vi.fn(async () => Promise.reject(failure));
    await expect(cache.read("/a", read)).rejects.toBe(failure);
    expect(read).toHaveBeenCalledTimes(1);
    expect(waits).toEqual([]);
    expect(cache.size).toBe(0);
  });

  it("is cleared by a change, and does not cache data that was requested before the change", async () => {
    const { cache } = cacheAt();
    await cache.read("/a", async () => "old");
    let arrive: (value: string) => void = () => undefined;
    const slow = cache.read("/b", () => new Promise<string>((resolve) => (arrive = resolve)));
    cache.clear();
    arrive("from before the change");
    await slow;
    expect(cache.size).toBe(0);
    expect(await cache.read("/a", async () => "new")).toBe("new");
  });
});

describe("cachedFrame", () => {
  const pages = [new URL("https://still.test/settings"), new URL("https://still.test/dashboard")] as const;
  const asked = (formMethod?: "GET" | "POST") => ({
    currentUrl: pages[0],
    nextUrl: pages[1],
    currentParams: {},
    nextParams: {},
    formMethod,
    defaultShouldRevalidate: true,
  });
  const opened = (value: string) =>
    cachedLoader({ request: new Request(pages[1]), params: {}, serverLoader: async <T>() => value as T });

  it("clears the cache when the router revalidates after an action", async () => {
    const shouldRevalidate = cachedFrame();
    expect(await opened("before the form")).toBe("before the form");
    for (const reading of [undefined, "GET"] as const) {
      shouldRevalidate(asked(reading));
      expect(await opened("again")).toBe("before the form");
    }
    shouldRevalidate(asked("POST"));
    expect(await opened("after the form")).toBe("after the form");
  });
});
