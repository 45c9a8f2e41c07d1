import { afterEach, describe, expect, it, vi } from "vitest";
import { doOthersWait, fewAtOnce } from "./few-at-once.server";

/** A work that ends when it is told to. */
function work(begun: string[], name: string) {
  let end = () => {};
  const ended = fewAtOnce(() => {
    begun.push(name);
    return new Promise<string>((resolve) => (end = () => resolve(name)));
  });
  return { ended, end: () => end() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("pages that come at once", () => {
  afterEach(() => vi.useRealTimers());

  it("are made three at a time, in the order in which they came, whatever becomes of one", async () => {
    const begun: string[] = [];
    const works = ["a", "b", "c", "d", "e"].map((name) => work(begun, name));
    await settled();
    expect(begun).toEqual(["a", "b", "c"]);
    expect(doOthersWait()).toBe(true);
    works[1]?.end();
    await settled();
    expect(begun).toEqual(["a", "b", "c", "d"]);
    works.forEach(({ end }) => end());
    await settled();
    works[4]?.end();
    expect(await Promise.all(works.map(({ ended }) => ended))).toEqual(["a", "b", "c", "d", "e"]);
    expect(doOthersWait()).toBe(false);
    await expect(fewAtOnce(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await fewAtOnce(() => Promise.resolve("after"))).toBe("after");
  });

  it("do not wait long for those that wait for something else", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const begun: string[] = [];
    const works = ["slow", "slower", "slowest", "quick"].map((name) => work(begun, name));
    await vi.advanceTimersByTimeAsync(19);
    expect(begun).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(["slow", "slower", "slowest", "quick"]);
    works.forEach(({ end }) => end());
    await Promise.all(works.map(({ ended }) => ended));
    // Nothing of them is counted twice: again three at a time.
    const next = ["a", "b", "c", "d"].map((name) => work(begun, name));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun.slice(4)).toEqual(["a", "b", "c"]);
    next.forEach(({ end }) => end());
    await vi.advanceTimersByTimeAsync(0);
    next.forEach(({ end }) => end());
    await Promise.all(next.map(({ ended }) => ended));
  });
});
