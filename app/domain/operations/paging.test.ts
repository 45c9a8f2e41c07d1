import { describe, expect, it } from "vitest";
import { CURSOR_PARTS, cursorCodec, nullablePart } from "./paging";

const { day, id, moment, milliseconds } = CURSOR_PARTS;
const cursors = cursorCodec<{ on: string | null; at: Date; id: string }>({
  on: nullablePart(day),
  at: moment,
  id,
});

describe("a cursor", () => {
  it.each([
    [{ on: "2026-11-21", at: new Date(1_795_000_000_123), id: "AbC-_1" }, "2026-11-21.mwm0nkaj.AbC-_1"],
    [{ on: null, at: new Date(0), id: "x" }, ".0.x"],
  ])("is written and read back", (cursor, text) => {
    expect(cursors.write(cursor)).toBe(text);
    expect(cursors.read(text)).toEqual(cursor);
  });

  it("is written in milliseconds for API clients and older URLs", () => {
    const alerts = cursorCodec<{ at: Date; id: string }>({ at: milliseconds, id });
    expect(alerts.write({ at: new Date(1_795_000_000_123), id: "a" })).toBe("1795000000123.a");
    expect(alerts.read(`${"9".repeat(15)}.a`)?.at.getTime()).toBe(999_999_999_999_999);
  });

  it.each([
    null,
    "",
    "2026-11-21",
    "2026-99-21.a.x",
    ".a.",
    ".a.x.y",
    ".A.x",
    ".a.$ne",
    `.${"z".repeat(10)}.x`,
  ])("rejects %s", (text) => expect(cursors.read(text)).toBeUndefined());
});
