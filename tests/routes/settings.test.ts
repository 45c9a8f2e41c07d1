import type { LoaderFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createSignedIn } from "#tests/factories/user";
import { answer, errorsOf, load, submit, visit } from "#tests/support/request";
import { setReaderLocaleSource } from "~/domain/calendar/reader.state";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import { readExcludedTags, saveExcludedTags } from "~/domain/journal/entries/entries.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { setClock } from "~/platform/clock";
import { requestContext } from "~/platform/request-context.server";
import { loader as rootLoader } from "~/root";
import { loader as chapterLoader } from "~/routes/member/bible/chapter";
import { loader as dashboardLoader } from "~/routes/member/dashboard/route";
import { loader as silenceLoader } from "~/routes/member/journal/silence";
import { action as appearanceAction, loader as appearanceLoader } from "~/routes/member/settings/appearance";
import { action as prayerAction } from "~/routes/member/settings/prayer";
import { action as profileAction, loader as profileLoader } from "~/routes/member/settings/settings";

describe("appearance", () => {
  const save = (fields: Record<string, string>, session: string) =>
    submit(appearanceAction, "/settings/appearance", fields, { session });

  it("has defaults until it is chosen, then applies to all pages of the member and to none of visitors", async () => {
    const { secret } = await createSignedIn();
    const defaults = await load(appearanceLoader, "/settings/appearance", { session: secret });
    expect(defaults.data).toEqual({
      theme: "system",
      textSize: "normal",
      letters: "default",
      spacing: "default",
      runningVerses: false,
      serif: false,
      reducedMotion: false,
      withoutDayColour: false,
    });
    const chosen = { theme: "dark", textSize: "larger", serif: "on", reducedMotion: "on" };
    expect(await save(chosen, secret)).toMatchObject({ status: 302, location: "/settings/appearance" });
    const root = async (session?: string) => (await load(rootLoader, "/about", { session })).data;
    expect(await root(secret)).toMatchObject({
      theme: "dark",
      look: { textSize: "larger", serif: true, reducedMotion: true },
    });
    expect(await root()).toMatchObject({ theme: "system", look: { textSize: "normal", serif: false } });
    await save({ theme: "light", textSize: "small" }, secret);
    expect(await root(secret)).toMatchObject({
      theme: "light",
      look: { textSize: "small", serif: false, reducedMotion: false },
    });
  });

  it("keeps typeface and spacing when a form omits them", async () => {
    const { secret } = await createSignedIn();
    const chosen = { theme: "light", textSize: "normal", letters: "hyperlegible", spacing: "wide" };
    expect((await save(chosen, secret)).status).toBe(302);
    expect((await save({ theme: "dark", textSize: "small" }, secret)).status).toBe(302);
    const { data } = await load(rootLoader, "/about", { session: secret });
    expect(data).toMatchObject({ theme: "dark", look: { letters: "hyperlegible", spacing: "wide" } });
    for (const wrong of [{ letters: "comic" }, { spacing: "tight" }])
      expect((await save({ ...chosen, ...wrong }, secret)).status).toBe(400);
  });

  const TRINITY = "Sunday, the Most Holy Trinity, white";
  it.each([
    ["2026-05-31", "roman", "", { season: "ordinary", day: "white", line: TRINITY }],
    ["2026-05-31", "roman", "on", { season: "ordinary", day: null, line: TRINITY }],
    ["2026-04-03", "lutheran", "", { season: "lent", day: "black" }],
    // Only Lutherans have red in the week after Pentecost.
    ["2026-05-26", "lutheran", "", { season: "pentecost", day: "red" }],
    ["2026-05-26", "roman", "", { season: "ordinary", day: "white" }],
    ["2026-05-27", "roman", "", { season: "ordinary", day: "green" }],
    ["2026-05-31", "none", "", { season: "ordinary", day: null, line: "Sunday" }],
  ] as const)(
    "shows the liturgical colour on %s in the calendar %s unless disabled (withoutDayColour: %j)",
    async (day, tradition, withoutDayColour, expected) => {
      setClock(() => new Date(`${day}T10:00:00.000Z`));
      const prayer = { ...DEFAULT_PRAYER, length: 10 as const, tradition };
      const { secret } = await createSignedIn({ timezone: "UTC", prayer });
      await save({ theme: "light", textSize: "normal", withoutDayColour }, secret);
      const root = await load(rootLoader, "/dashboard", { session: secret });
      const { season: line } = (await load(dashboardLoader, "/dashboard", { session: secret })).data as {
        season: string;
      };
      expect({ ...(root.data as object), line }).toMatchObject(expected);
    },
  );

  it("rejects a value that is not offered", async () => {
    const { secret } = await createSignedIn();
    for (const wrong of [{ theme: "pink" }, { textSize: "huge" }])
      expect((await save({ theme: "dark", textSize: "normal", ...wrong }, secret)).status).toBe(400);
  });
});

describe("profile", () => {
  const profile = async () => {
    const { user, secret: session } = await createSignedIn();
    return {
      user,
      save: (fields: Record<string, string>) =>
        submit(profileAction, "/settings", { username: user.username, ...fields }, { session }),
      shown: async () => (await load(profileLoader, "/settings", { session })).data,
    };
  };

  it("saves names, zone and the first day of the week", async () => {
    const { user, save, shown } = await profile();
    const chosen = { firstName: "Ruth", lastName: "Gray", timezone: "lisbon", weekStart: "6" };
    expect((await save(chosen)).status).toBe(302);
    expect(await shown()).toMatchObject({ firstName: "Ruth", timezone: "Europe/Lisbon", weekStart: "6" });
    expect((await save({ weekStart: "3" })).status).toBe(400);
    await save({});
    expect((await UserModel.findById(user._id).lean())?.weekStart).toBe(6);
  });

  it("returns to the page whose form was saved", async () => {
    const { user, secret: session } = await createSignedIn();
    for (const page of ["/settings", "/settings/profile"])
      expect(await submit(profileAction, page, { username: user.username }, { session })).toMatchObject({
        status: 302,
        location: page,
      });
  });

  it("reports an unknown zone with the other errors and keeps the input", async () => {
    const { user, secret } = await createSignedIn({ timezone: "UTC" });
    const typed = { firstName: "R".repeat(61), username: "x y", timezone: "Atlantis" };
    const profile = await submit(profileAction, "/settings", typed, { session: secret });
    expect(profile).toMatchObject({ status: 400, data: { lastResult: { initialValue: typed } } });
    expect(errorsOf(profile)).toEqual({
      firstName: [expect.stringContaining("60")],
      username: [expect.any(String)],
      timezone: [FIELD_MESSAGES.zoneUnknown],
    });
    const prayer = { morningPromptTime: "25:00", eveningPromptTime: "18:00", timezone: "Atlantis" };
    const sent = await submit(prayerAction, "/settings/prayer", prayer, { session: secret });
    expect(errorsOf(sent)).toMatchObject({
      morningPromptTime: ["Please enter a time as HH:MM, for example 06:30."],
      timezone: [FIELD_MESSAGES.zoneUnknown],
    });
    expect((await UserModel.findById(user._id).lean())?.timezone).toBe("UTC");
  });

  it("saves the locale, which sets the first day of the week until a day is chosen", async () => {
    const { user, save, shown } = await profile();
    const member = async () => memberFrom((await UserModel.findById(user._id).lean()) ?? user);
    expect(await member()).toMatchObject({ locale: "en-GB", weekStart: 1, choseWeekStart: false });
    await save({ locale: "en-US", weekStart: "usual" });
    expect(await member()).toMatchObject({ locale: "en-US", weekStart: 0, choseWeekStart: false });
    await save({ locale: "en-US", weekStart: "6" });
    await save({ locale: "en-AU" });
    expect(await member()).toMatchObject({ locale: "en-AU", weekStart: 6, choseWeekStart: true });
    expect(await shown()).toMatchObject({ locale: "en-AU", weekStart: "6" });
    expect((await save({ locale: "de-DE" })).status).toBe(400);
    await save({ weekStart: "usual" });
    expect(await member()).toMatchObject({ locale: "en-AU", weekStart: 1, choseWeekStart: false });
  });

  it("formats the dates of all pages by the locale", async () => {
    setClock(() => new Date("2026-11-21T08:00:00.000Z"));
    setReaderLocaleSource(() => requestContext.getStore()?.locale);
    const dateFor = async (overrides: object) => {
      const { secret } = await createSignedIn({ timezone: "UTC", ...overrides });
      const args = await visit("/dashboard", { session: secret });
      const memo = new Map<string, unknown>();
      const context = { id: "x", subnet: "", memo, responseHeaders: new Headers() };
      const shown = await requestContext.run(context, () => answer(() => dashboardLoader(args)));
      return (shown.data as { date: string }).date;
    };
    expect(await dateFor({ locale: "en-US" })).toBe("November 21, 2026");
    expect(await dateFor({})).toBe("21 November 2026");
    setReaderLocaleSource(() => null);
  });
});

describe("tags excluded from insights", () => {
  it("are encrypted for their owner", async () => {
    const [one, other] = [await createSignedIn(), await createSignedIn()];
    const member = memberFrom(one.user);
    expect(await readExcludedTags(member)).toEqual([]);
    await saveExcludedTags(member, ["marriage", "Prière"]);
    expect(await readExcludedTags(member)).toEqual(["marriage", "Prière"]);
    const stored = await UserModel.findById(one.user._id).lean();
    expect(JSON.stringify(stored)).not.toContain("marriage");
    await UserModel.updateOne({ _id: other.user._id }, { excludedTags: stored?.excludedTags });
    await expect(readExcludedTags(memberFrom(other.user))).rejects.toThrow("does not open");
    await saveExcludedTags(member, []);
    expect((await UserModel.findById(one.user._id).lean())?.excludedTags).toBeNull();
  });
});

describe("translation", () => {
  it("is the chosen one wherever Scripture is quoted", async () => {
    const { user, secret } = await createSignedIn();
    const member = memberFrom(user);
    const psalmLoader = ({ params, ...args }: LoaderFunctionArgs) =>
      chapterLoader({ ...args, params: { ...params, book: "psalms", chapter: "46" } });
    const reading = async (url: string, loader: (args: LoaderFunctionArgs) => unknown) =>
      JSON.stringify((await load(loader, url, { session: secret })).data);
    const psalm = "/bible/psalms/46?verse=10";
    expect(await reading(psalm, psalmLoader)).toContain("I will be exalted among the nations");
    const { promptSetPreference, morningPromptTime, eveningPromptTime } = member;
    const times = { promptSetPreference, morningPromptTime, eveningPromptTime, passagePlan: "season" };
    const save = async (fields: Record<string, string>) =>
      (await submit(prayerAction, "/settings/prayer", { ...times, ...fields }, { session: secret })).status;
    expect(await save({ translation: "vulgate" })).toBe(400);
    expect(await save({ translation: "kjv" })).toBe(302);
    // A form without the field leaves it unchanged.
    expect(await save({})).toBe(302);
    expect(await reading(psalm, psalmLoader)).toContain("I will be exalted among the heathen");
    for (const [url, loader] of Object.entries({
      "/dashboard": dashboardLoader,
      "/journal/silence": silenceLoader,
    })) {
      const shown = await reading(url, loader);
      expect(shown).toContain('"translation":{"id":"kjv"');
      expect(shown).not.toContain('"translation":{"id":"web"');
    }
  });
});
