import { describe, expect, it } from "vitest";
import { retireUnusedKeys } from "./rotate-key-ring.server";

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const since = (number: number) => day(number).toISOString();
const retire = (
  keys: { id: string; unusedSince?: string }[],
  inUse: string[],
  at: number,
  backupDays = 10,
): { kept: unknown[]; retired: string[] } =>
  retireUnusedKeys(keys, new Set(inUse), { now: day(at), backupDays });

describe("retiring keys", () => {
  it("records since when a key is unused, and clears that when it is used again", () => {
    const recorded = [{ id: "new" }, { id: "old", unusedSince: since(3) }];
    expect(retire([{ id: "new" }, { id: "old" }], ["new"], 3)).toEqual({ kept: recorded, retired: [] });
    expect(retire(recorded, ["new"], 13)).toEqual({ kept: recorded, retired: [] });
    expect(retire(recorded, ["new", "old"], 13).kept).toEqual([{ id: "new" }, { id: "old" }]);
    expect(retire(recorded, ["new"], 14)).toEqual({ kept: [{ id: "new" }], retired: ["old"] });
  });

  it("keeps the newest key when it is unused", () => {
    expect(retire([{ id: "new", unusedSince: since(1) }], [], 30)).toEqual({
      kept: [{ id: "new" }],
      retired: [],
    });
  });

  it("retires no key while BACKUP_DAYS is unset", () => {
    const keys = [{ id: "new" }, { id: "old", unusedSince: since(1) }];
    expect(retire(keys, ["new"], 30_000, 0).retired).toEqual([]);
  });

  it("replaces a recorded time in the future", () => {
    const keys = [{ id: "new" }, { id: "old", unusedSince: since(400) }];
    expect(retire(keys, [], 5).kept).toEqual([{ id: "new" }, { id: "old", unusedSince: since(5) }]);
  });
});
