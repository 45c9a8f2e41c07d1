import { describe, expect, it } from "vitest";
import { afterLook } from "./retiring";

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const since = (number: number) => day(number).toISOString();
const look = (
  keys: { id: string; unusedSince?: string }[],
  inUse: string[],
  at: number,
  backupDays = 10,
): { kept: unknown[]; retired: string[] } => afterLook(keys, new Set(inUse), { now: day(at), backupDays });

describe("the ring after a look at what needs its keys", () => {
  it("notes since when a key is needed by nothing, and forgets it when something needs it again", () => {
    const noted = [{ id: "new" }, { id: "old", unusedSince: since(3) }];
    expect(look([{ id: "new" }, { id: "old" }], ["new"], 3)).toEqual({ kept: noted, retired: [] });
    expect(look(noted, ["new"], 13)).toEqual({ kept: noted, retired: [] });
    expect(look(noted, ["new", "old"], 13).kept).toEqual([{ id: "new" }, { id: "old" }]);
    expect(look(noted, ["new"], 14)).toEqual({ kept: [{ id: "new" }], retired: ["old"] });
  });

  it("keeps the newest, needed or not", () => {
    expect(look([{ id: "new", unusedSince: since(1) }], [], 30)).toEqual({
      kept: [{ id: "new" }],
      retired: [],
    });
  });

  it("retires nothing where nobody has said how long backups are kept", () => {
    const keys = [{ id: "new" }, { id: "old", unusedSince: since(1) }];
    expect(look(keys, ["new"], 30_000, 0).retired).toEqual([]);
  });

  it("begins again after a moment that was noted by a clock that was ahead", () => {
    const keys = [{ id: "new" }, { id: "old", unusedSince: since(400) }];
    expect(look(keys, [], 5).kept).toEqual([{ id: "new" }, { id: "old", unusedSince: since(5) }]);
  });
});
