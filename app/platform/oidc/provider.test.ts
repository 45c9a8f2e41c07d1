import { describe, expect, it } from "vitest";
import { acquireTokenSlot, releaseTokenSlot } from "./provider.server";

describe("token slots", () => {
  it("rejects only the newest of the network that fills the queue", async () => {
    const started: string[] = [];
    const acquire = async (name: string, network: string, rank: "sign-in" | "known device" = "sign-in") => {
      const isAcquired = await acquireTokenSlot({ rank, network });
      if (isAcquired) started.push(name);
      return isAcquired;
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => acquire(`first ${n}`, "crowd")));
    const crowd = Array.from({ length: 64 }, (_, n) => acquire(`crowd ${n}`, "crowd"));
    expect(await acquire("too many", "crowd")).toBe(false);
    const elsewhere = acquire("elsewhere", "home");
    const knownDevice = acquire("known in the crowd", "crowd", "known device");
    expect(await Promise.all(crowd.slice(-2))).toEqual([false, false]);
    for (let slot = 0; slot < 8; slot++) releaseTokenSlot();
    expect([await elsewhere, await knownDevice]).toEqual([true, true]);
    expect(started.slice(8, 12)).toEqual(["known in the crowd", "crowd 0", "crowd 1", "elsewhere"]);
    for (let slot = 0; slot < 62 + 2; slot++) releaseTokenSlot();
    expect(await Promise.all(crowd.slice(0, -2))).not.toContain(false);
    releaseTokenSlot();
  });
});
