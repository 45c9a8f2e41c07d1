import type { LoaderFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createSignedIn } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import { setReaderLocaleSource } from "~/domain/calendar/reader.state";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import { readExcludedTags, saveExcludedTags } from "~/domain/journal/entries/entries.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { DEFAULT_PRAYER, type PrayerSettings } from "~/domain/member/prayer-settings";
import type { FormReply } from "~/http/form/form-options.server";
import { setClock } from "~/platform/clock";
import { requestContext } from "~/platform/request-context.server";
import { loader as rootLoader } from "~/root";
import { loader as chapterLoader } from "~/routes/member/bible/chapter";
import { loader as dashboardLoader } from "~/routes/member/dashboard/route";
import { loader as silenceLoader } from "~/routes/member/journal/silence";
import { action as appearanceAction, loader as appearanceLoader } from "~/routes/member/settings/appearance";
import { action as prayerAction } from "~/routes/member/settings/prayer/route";
import { action as profileAction, loader as profileLoader } from "~/routes/member/settings/settings";

const errorsOf = (data: unknown) => (data as FormReply).lastResult.error;

describe("appearance", () => {
  const save = async (fields: Record<string, string>, session: string) => {
    const args = await post("/settings/appearance", fields, { session });
    return answer(() => appearanceAction(args));
  };

  it("has defaults until chosen, then applies to every page but those of visitors", async () => {
    const { secret } = await createSignedIn();
    const usual = await answer(async () =>
      appearanceLoader(await visit("/settings/appearance", { session: secret })),
    );
    expect(usual.data).toEqual({
      theme: "system",
      textSize: "normal",
      letters: "default",
      spacing: "default",
      serif: false,
      reducedMotion: false,
      withoutDayColour: false,
    });
    const chosen = { theme: "dark", textSize: "larger", serif: "on", reducedMotion: "on" };
    expect(await save(chosen, secret)).toMatchObject({ status: 302, location: "/settings/appearance" });
    const root = async (session?: string) =>
      (await answer(async () => rootLoader(await visit("/about", { session })))).data;
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

  it("keeps the typeface and spacing that a form does not name", async () => {
    const { secret } = await createSignedIn();
    const chosen = { theme: "light", textSize: "normal", letters: "hyperlegible", spacing: "wide" };
    expect((await save(chosen, secret)).status).toBe(302);
    expect((await save({ theme: "dark", textSize: "small" }, secret)).status).toBe(302);
    const { data } = await answer(async () => rootLoader(await visit("/about", { session: secret })));
    expect(data).toMatchObject({ theme: "dark", look: { letters: "hyperlegible", spacing: "wide" } });
    for (const wrong of [{ letters: "comic" }, { spacing: "tight" }])
      expect((await save({ ...chosen, ...wrong }, secret)).status).toBe(400);
  });

  it("shows the liturgical colour of the member's calendar unless disabled", async () => {
    const look = { theme: "light", textSize: "normal" };
    const pageColour = async (day: string, prayer: Partial<PrayerSettings>, withoutDayColour = "") => {
      setClock(() => new Date(`${day}T10:00:00.000Z`));
      const { secret } = await createSignedIn({
        timezone: "UTC",
        prayer: { ...DEFAULT_PRAYER, length: 10, ...prayer },
      });
      await save({ ...look, withoutDayColour }, secret);
      const [root, page] = [
        await answer(async () => rootLoader(await visit("/dashboard", { session: secret }))),
        await answer(async () => dashboardLoader(await visit("/dashboard", { session: secret }))),
      ];
      return {
        ...(root.data as { day: string; season: string }),
        line: (page.data as { season: string }).season,
      };
    };
    const trinity = { season: "ordinary", day: "white", line: "Sunday, the Most Holy Trinity, white" };
    expect(await pageColour("2026-05-31", { tradition: "roman" })).toMatchObject(trinity);
    expect(await pageColour("2026-05-31", { tradition: "roman" }, "on")).toMatchObject({
      ...trinity,
      day: null,
    });
    expect(await pageColour("2026-04-03", { tradition: "lutheran" })).toMatchObject({
      season: "lent",
      day: "black",
    });
    // Only Lutherans have red in the week after Pentecost.
    expect(await pageColour("2026-05-26", { tradition: "lutheran" })).toMatchObject({
      season: "pentecost",
      day: "red",
    });
    expect(await pageColour("2026-05-26", { tradition: "roman" })).toMatchObject({
      season: "ordinary",
      day: "white",
    });
    expect(await pageColour("2026-05-27", { tradition: "roman" })).toMatchObject({
      season: "ordinary",
      day: "green",
    });
    expect(await pageColour("2026-05-31", { tradition: "none" })).toMatchObject({
      season: "ordinary",
      day: null,
      line: "Sunday",
    });
    setClock();
  });

  it("rejects a value that is not offered", async () => {
    const { secret } = await createSignedIn();
    expect((await save({ theme: "pink", textSize: "normal" }, secret)).status).toBe(400);
    expect((await save({ theme: "dark", textSize: "huge" }, secret)).status).toBe(400);
  });
});

describe("profile", () => {
  it("saves names, zone and the first day of the week", async () => {
    const { user, secret } = await createSignedIn();
    const save = async (fields: Record<string, string>) => {
      const args = await post("/settings", { username: user.username, ...fields }, { session: secret });
      return answer(() => profileAction(args));
    };
    expect(
      await save({ firstName: "Ruth", lastName: "Gray", timezone: "lisbon", weekStart: "6" }),
    ).toMatchObject({
      status: 302,
    });
    const shown = await answer(async () => profileLoader(await visit("/settings", { session: secret })));
    expect(shown.data).toMatchObject({ firstName: "Ruth", timezone: "Europe/Lisbon", weekStart: "6" });
    expect((await save({ weekStart: "3" })).status).toBe(400);
    await save({});
    expect((await UserModel.findById(user._id).lean())?.weekStart).toBe(6);
  });

  it("reports an unknown zone with the other errors and keeps the input", async () => {
    const { user, secret } = await createSignedIn({ timezone: "UTC" });
    const typed = { firstName: "R".repeat(61), username: "x y", timezone: "Atlantis" };
    const args = await post("/settings", typed, { session: secret });
    const profile = await answer(() => profileAction(args));
    expect(profile).toMatchObject({ status: 400, data: { lastResult: { initialValue: typed } } });
    expect(errorsOf(profile.data)).toEqual({
      firstName: [expect.stringContaining("60")],
      username: [expect.any(String)],
      timezone: [FIELD_MESSAGES.zoneUnknown],
    });
    const prayer = { morningPromptTime: "25:00", eveningPromptTime: "18:00", timezone: "Atlantis" };
    const sent = await post("/settings/prayer", prayer, { session: secret });
    expect(errorsOf((await answer(() => prayerAction(sent))).data)).toMatchObject({
      morningPromptTime: ["Please enter a time as HH:MM, for example 06:30."],
      timezone: [FIELD_MESSAGES.zoneUnknown],
    });
    expect((await UserModel.findById(user._id).lean())?.timezone).toBe("UTC");
  });

  it("saves the locale, which sets the week until a day is chosen", async () => {
    const { user, secret } = await createSignedIn();
    const save = async (fields: Record<string, string>) => {
      const args = await post("/settings", { username: user.username, ...fields }, { session: secret });
      return answer(() => profileAction(args));
    };
    const member = async () => memberFrom((await UserModel.findById(user._id).lean()) ?? user);
    expect(await member()).toMatchObject({ locale: "en-GB", weekStart: 1, choseWeekStart: false });
    await save({ locale: "en-US", weekStart: "usual" });
    expect(await member()).toMatchObject({ locale: "en-US", weekStart: 0, choseWeekStart: false });
    await save({ locale: "en-US", weekStart: "6" });
    await save({ locale: "en-AU" });
    expect(await member()).toMatchObject({ locale: "en-AU", weekStart: 6, choseWeekStart: true });
    const shown = await answer(async () => profileLoader(await visit("/settings", { session: secret })));
    expect(shown.data).toMatchObject({ locale: "en-AU", weekStart: "6" });
    expect((await save({ locale: "de-DE" })).status).toBe(400);
    await save({ weekStart: "usual" });
    expect(await member()).toMatchObject({ locale: "en-AU", weekStart: 1, choseWeekStart: false });
  });

  it("formats the dates of all pages by the locale", async () => {
    const { secret } = await createSignedIn({
      locale: "en-US",
      timezone: "UTC",
      prayer: { ...DEFAULT_PRAYER, length: 10 },
    });
    setClock(() => new Date("2026-11-21T08:00:00.000Z"));
    setReaderLocaleSource(() => requestContext.getStore()?.locale);
    const context = () => ({
      id: "x",
      subnet: "",
      memo: new Map<string, unknown>(),
      answerHeaders: new Headers(),
    });
    const args = await visit("/dashboard", { session: secret });
    const shown = await requestContext.run(context(), () => answer(() => dashboardLoader(args)));
    expect(shown.data).toMatchObject({ date: "November 21, 2026" });
    // A concurrent request of another member has its own locale.
    const other = await createSignedIn({ timezone: "UTC", prayer: { ...DEFAULT_PRAYER, length: 10 } });
    const others = await visit("/dashboard", { session: other.secret });
    const seen = await requestContext.run(context(), () => answer(() => dashboardLoader(others)));
    expect(seen.data).toMatchObject({ date: "21 November 2026" });
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
    const { user, secret } = await createSignedIn({ prayer: { ...DEFAULT_PRAYER, length: 10 } });
    const member = memberFrom(user);
    const psalmLoader = ({ params, ...args }: LoaderFunctionArgs) =>
      chapterLoader({ ...args, params: { ...params, book: "psalms", chapter: "46" } });
    const reading = async (url: string, load: (args: LoaderFunctionArgs) => unknown) =>
      JSON.stringify((await answer(async () => load(await visit(url, { session: secret })))).data);
    const psalm = "/bible/psalms/46?verse=10";
    expect(await reading(psalm, psalmLoader)).toContain("I will be exalted among the nations");
    const { promptSetPreference, morningPromptTime, eveningPromptTime } = member;
    const times = { promptSetPreference, morningPromptTime, eveningPromptTime, passagePlan: "season" };
    const save = async (fields: Record<string, string>) => {
      const args = await post("/settings/prayer", { ...times, ...fields }, { session: secret });
      return (await answer(() => prayerAction(args))).status;
    };
    expect(await save({ translation: "vulgate" })).toBe(400);
    expect(await save({ translation: "kjv" })).toBe(302);
    // A form without the field leaves it unchanged.
    expect(await save({})).toBe(302);
    const chapter = await reading(psalm, psalmLoader);
    expect(chapter).toContain("I will be exalted among the heathen");
    for (const shown of [
      await reading("/dashboard", dashboardLoader),
      await reading("/journal/silence", silenceLoader),
    ]) {
      expect(shown).toContain('"translation":{"id":"kjv"');
      expect(shown).not.toContain('"translation":{"id":"web"');
    }
  });
});
