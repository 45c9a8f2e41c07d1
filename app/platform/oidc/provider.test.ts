import { describe, expect, it } from "vitest";
import { acquireTokenSlot, releaseTokenSlot } from "./provider.server";

describe("the slots for token requests", () => {
  it("reject the newest of the network that fills the queue, and nobody else", async () => {
    const begun: string[] = [];
    const come = async (name: string, network: string, rank: "sign-in" | "known device" = "sign-in") => {
      const isIn = await acquireTokenSlot({ rank, network });
      if (isIn) begun.push(name);
      return isIn;
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => come(`first ${n}`, "crowd")));
    const crowd = Array.from({ length: 64 }, (_, n) => come(`crowd ${n}`, "crowd"));
    expect(await come("too many", "crowd")).toBe(false);
    const elsewhere = come("elsewhere", "home");
    const known = come("known in the crowd", "crowd", "known device");
    expect(await Promise.all(crowd.slice(-2))).toEqual([false, false]);
    for (let slot = 0; slot < 8; slot++) releaseTokenSlot();
    expect([await elsewhere, await known]).toEqual([true, true]);
    expect(begun.slice(8, 12)).toEqual(["known in the crowd", "crowd 0", "crowd 1", "elsewhere"]);
    for (let slot = 0; slot < 62 + 2; slot++) releaseTokenSlot();
    expect(await Promise.all(crowd.slice(0, -2))).not.toContain(false);
    releaseTokenSlot();
  });
});
