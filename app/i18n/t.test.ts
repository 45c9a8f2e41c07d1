import { describe, expect, it } from "vitest";
import { t, tc, tn } from "./t";

describe("message", () => {
  it("contains its values and is otherwise unchanged", () => {
    expect(t("Sign in")).toBe("Sign in");
    expect(t("On {day} it is gone, {name}.", { day: "Friday", name: "{day}" })).toBe(
      "On Friday it is gone, {day}.",
    );
    expect(tc("door", "Open {side}", { side: 1 })).toBe("Open 1");
  });

  it("has the plural form of its number", () => {
    const message = (count: number) => tn("{count} entry", "{count} entries", count);
    expect([0, 1, 2].map(message)).toEqual(["0 entries", "1 entry", "2 entries"]);
    expect(
      tn("One is left of {all}", "{count} are left of {all}", 2_000, { count: "2,000", all: 3_000 }),
    ).toBe("2,000 are left of 3000");
  });

  it("accepts exactly the values of its placeholders", () => {
    // @ts-expect-error The day is missing.
    expect(t("On {day}")).toBe("On {day}");
    // @ts-expect-error The message names no day.
    expect(t("Sign in", { day: "Friday" })).toBe("Sign in");
  });
});
