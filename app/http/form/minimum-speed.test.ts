import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MIN_UPLOAD, minimumSpeed } from "./minimum-speed.server";

const piece = (bytes: number) => ({ done: false, value: new Uint8Array(bytes) });
const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));
const { bytes, ms } = MIN_UPLOAD;

describe("minimumSpeed", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("refuses a body after a minute when it brings one byte a second", async () => {
    const next = minimumSpeed();
    let seconds = 0;
    const reading = (async () => {
      for (; ; seconds++) await next(() => after(1000, piece(1)));
    })();
    const refused = expect(reading).rejects.toMatchObject({ name: "BodyError", status: 503 });
    await vi.advanceTimersByTimeAsync(ms);
    await refused;
    expect(seconds).toBe(59);
  });

  it("refuses a body after a minute when nothing comes", async () => {
    const refused = expect(minimumSpeed()(() => new Promise<never>(() => {}))).rejects.toMatchObject({
      status: 503,
    });
    await vi.advanceTimersByTimeAsync(ms);
    await refused;
  });

  it("reads on when each minute brings enough, also in one piece at its end", async () => {
    const next = minimumSpeed();
    for (let minute = 0; minute < 5; minute++) {
      const reading = next(() => after(ms - 1, piece(bytes)));
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect((await reading).value).toHaveLength(bytes);
      const end = next(() => after(1, piece(1)));
      await vi.advanceTimersByTimeAsync(1);
      await end;
    }
  });

  it("does not count the time in which the server is busy", async () => {
    const next = minimumSpeed();
    for (let at = 0; at < 10; at++) {
      await next(() => Promise.resolve(piece(1)));
      await vi.advanceTimersByTimeAsync(ms);
    }
  });

  it("passes on the end of a short body, and what fails", async () => {
    const next = minimumSpeed();
    expect(await next(() => Promise.resolve({ done: true }))).toEqual({ done: true });
    await expect(next(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  });
});
