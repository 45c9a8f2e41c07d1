import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PRAYER_SETTINGS } from "~/domain/member/prayer-settings";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { APPEARANCE, INSIGHTS, LOOK, REMINDERS } from "~/domain/member/preferences";
import { defaultsOf, formValues, settingsFrom, type Setting } from "~/domain/member/setting";
import { fileSchemas, formSchemas } from "~/domain/member/setting-schemas";
import { SettingsSchema } from "~/domain/portability/file-codecs";
import { AppearanceSchema } from "./settings-schema";

const PARTS: Record<string, Record<string, Setting>> = {
  ...{ APPEARANCE, INSIGHTS, LOOK, PRAYER: PRAYER_SETTINGS, PRAYER_TIMES, REMINDERS },
};

/** A value other than the default. */
function otherThanUsual(setting: Setting): Setting["usual"] {
  if (setting.kind === "switch") return !setting.usual;
  if (setting.kind === "time") return "05:15";
  if (setting.kind === "weekdays") return [0, 6];
  const known = setting.kind === "choice" ? setting.values : ["psalms"];
  return known.find((value) => value !== setting.usual) ?? setting.usual;
}

const changed = (part: Record<string, Setting>) =>
  Object.fromEntries(Object.entries(part).map(([name, setting]) => [name, otherThanUsual(setting)]));

describe.each(Object.entries(PARTS))("every setting of %s", (_name, part) => {
  it("round-trips through its form", () => {
    const chosen = changed(part);
    expect(z.object(formSchemas(part)).parse(formValues(part, chosen))).toEqual(chosen);
  });

  it("round-trips through an export file", () => {
    const chosen = changed(part);
    const file = JSON.parse(JSON.stringify(settingsFrom(part, chosen))) as unknown;
    expect(z.object(fileSchemas(part)).parse(file)).toEqual(chosen);
    expect(z.object(fileSchemas(part)).parse(defaultsOf(part))).toEqual(defaultsOf(part));
  });

  it("stays unchanged when an older file lacks it, and has its default when a record lacks it", () => {
    expect(z.object(fileSchemas(part)).parse({})).toEqual({});
    const usual = Object.entries(part).map(([name, setting]) => [name, setting.usual]);
    expect(settingsFrom(part, {})).toStrictEqual(Object.fromEntries(usual));
  });

  it("rejects a value that is not offered", () => {
    for (const [name, schema] of Object.entries(fileSchemas(part)))
      expect(schema.safeParse({ $gt: "" }).success, name).toBe(false);
    for (const [name, schema] of Object.entries(fileSchemas(part)))
      expect(schema.safeParse("x".repeat(81)).success, name).toBe(false);
  });
});

describe("declared settings", () => {
  it("match the fields of the page and of the file", () => {
    const { prayer, look } = SettingsSchema.shape;
    expect(Object.keys(AppearanceSchema.shape).sort()).toEqual(["theme", ...Object.keys(LOOK)].sort());
    expect(Object.keys(look.unwrap().shape).sort()).toEqual(Object.keys(LOOK).sort());
    expect(Object.keys(prayer.shape).sort()).toEqual(
      [...Object.keys(PRAYER_SETTINGS), "planSince", "shape"].sort(),
    );
  });
});
