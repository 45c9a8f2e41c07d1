import { afterEach, beforeEach, expect, it } from "vitest";
import { PrayerRequestModel } from "#models/prayers.server";
import { sealFor } from "#tests/factories/sealed";
import { documentsOf } from "#tests/support/documents";
import { errorsIn, see, send, signIn, type Fields, type MemberSession } from "#tests/support/member-session";
import { visit } from "#tests/support/request";
import { startDeletion } from "~/domain/accounts/deletion/deletion.server";
import {
  askForPrayer,
  exportPrayerRequests,
  listPrayerRequests,
} from "~/domain/journal/prayers/prayer-requests.server";
import type { Member } from "~/domain/member/member";
import { refreshInstanceSettings, setStoredSettings } from "~/domain/operations/instance-settings.server";
import { writeJson } from "~/domain/portability/write-json.server";
import { setClock } from "~/platform/clock";
import * as instancePage from "~/routes/admin/instance";
import * as userPage from "~/routes/admin/user";
import * as dashboard from "~/routes/member/dashboard/route";
import * as sheet from "~/routes/member/journal/prayer-sheet";
import * as listPage from "~/routes/member/journal/prayers/route";

const LIST = "/journal/prayers";
const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-22T12:00:00Z");

beforeEach(() => {
  setClock(() => new Date(START));
  setStoredSettings({ prayerList: "open" });
});
afterEach(() => {
  setClock();
  setStoredSettings({});
});

const act = (by: MemberSession, fields: Fields) => send(listPage, LIST, fields, {}, by);
const ask = (by: MemberSession, request: string, more: Fields = {}) =>
  act(by, { intent: "ask", request, days: "30", consent: "on", ...more });

type ListedRequest = {
  id: string;
  text: string;
  outcome: string;
  isOwn: boolean;
  isEnded: boolean;
  isWaiting: boolean;
};
async function shown(by: MemberSession): Promise<ListedRequest[]> {
  return (await see(listPage, LIST, {}, by)).page.list?.requests ?? [];
}
const textsFor = async (by: MemberSession) => (await shown(by)).map(({ text }) => text);

it("hides the list while it is off", async () => {
  setStoredSettings({});
  const member = await signIn();
  expect((await see(listPage, LIST)).page.list).toBeNull();
  for (const intent of ["ask", "endRequest", "approveRequest", "shortenRequest", "removeRequest"])
    expect([intent, (await act(member, { intent })).status]).toEqual([intent, 404]);
  expect((await see(sheet, `${LIST}/sheet`)).status).toBe(404);
  const admin = await signIn({ isAdmin: true });
  const userId = String(member.member.id);
  expect(
    (await send(userPage, `/admin/users/${userId}`, { intent: "keeper" }, { userId }, admin)).status,
  ).toBe(404);
});

it("names the prayer list in the privacy policy only while the list is on", async () => {
  const respond = await documentsOf("public/privacy");
  const open = async () => (await respond((await visit("/privacy")).request)).text();
  expect(await open()).toContain("Prayer requests");
  setStoredSettings({});
  expect(await open()).not.toMatch(/prayer (request|list)/i);
});

it("lets an administrator turn the list on and off", async () => {
  setStoredSettings({});
  const member = await signIn({ isAdmin: true });
  const save = (prayerList: string) => send(instancePage, "/admin/house", { intent: "save", prayerList });
  expect((await save("sometimes")).status).toBe(400);
  expect((await save("reviewed")).status).toBe(302);
  // Loads the stored settings, as another process of the instance does.
  await refreshInstanceSettings();
  expect((await ask(member, "For rain.")).status).toBe(302);
  expect(await shown(member)).toMatchObject([{ isWaiting: true }]);
  await save("off");
  await refreshInstanceSettings();
  expect((await ask(member, "For sun.")).status).toBe(404);
});

it("shows a request to all members, without the writer’s name", async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  expect((await ask(writer, "For my mother’s operation.", { initial: "M." })).status).toBe(302);
  const [request] = await shown(reader);
  expect(request).toEqual({
    ...{ id: expect.any(String) as string, text: "For my mother’s operation.", initial: "M." },
    ...{ outcome: "", until: "2026-12-22", isOwn: false, isEnded: false, isWaiting: false },
  });
  const [stored] = await PrayerRequestModel.find({ userId: writer.member.id }).lean();
  expect(JSON.stringify(stored)).not.toContain("mother");
});

it("announces an open request on the dashboards of other members", async () => {
  const [writer, reader] = [await signIn(), await signIn({ seenTour: true })];
  const isMentioned = async (to: MemberSession): Promise<boolean> =>
    (await see(dashboard, "/dashboard", {}, to)).page.hasPrayerRequests;
  expect(await isMentioned(reader)).toBe(false);
  await ask(writer, "For rain.");
  expect([await isMentioned(reader), await isMentioned(writer)]).toEqual([true, false]);
});

it("refuses missing and overlong input beside its field", async () => {
  const member = await signIn();
  const errorsOf = async (fields: Fields) => {
    const refused = await act(member, { intent: "ask", ...fields });
    return [refused.status, ...Object.keys(errorsIn(refused)).sort()];
  };
  expect(await errorsOf({ request: " " })).toEqual([400, "consent", "request"]);
  const long = { request: "x".repeat(501), initial: "y".repeat(41), days: "8", consent: "on" };
  expect(await errorsOf(long)).toEqual([400, "days", "initial", "request"]);
  expect(await textsFor(member)).toEqual([]);
});

it("accepts three open requests of a member when five are sent concurrently", async () => {
  const member = await signIn();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => ask(member, `Request ${number}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 302, 302, 400, 400]);
  const [first] = await shown(member);
  await act(member, { intent: "endRequest", requestId: first?.id ?? "" });
  expect((await ask(member, "Another")).status).toBe(302);
});

it("refuses more than ten requests of a member in a day, and keeps the input", async () => {
  const member = await signIn();
  for (let count = 0; count < 10; count++) {
    expect(await askForPrayer(member.member, { request: `Request ${count}`, days: 7 })).toBe("ok");
    await PrayerRequestModel.deleteMany({});
  }
  const refused = await ask(member, "One more.");
  expect(refused.status).toBe(429);
  expect(JSON.stringify(refused.data)).toContain("One more.");
  setClock(() => new Date(START + 2 * DAY_MS));
  const again = await askForPrayer(member.member, { request: "One more.", days: 7 });
  expect(again).toBe("ok");
});

it("is no longer shown to others when the writer’s account is being deleted", async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  await ask(writer, "For rain.");
  expect(await textsFor(reader)).toEqual(["For rain."]);
  expect(await startDeletion(writer.member.id)).toMatchObject({ ok: true });
  expect(await textsFor(reader)).toEqual([]);
  expect(await exportPrayerRequests(writer.member)).toMatchObject([{ request: "For rain." }]);
});

it("shows the help note only to the writer when a request has signs of a crisis", async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  const readCare = async (by: MemberSession) => (await see(listPage, LIST, {}, by)).page.care;
  await ask(writer, "I want to kill myself.");
  expect(await readCare(writer)).toMatchObject({ level: 2 });
  expect(await readCare(reader)).toBeNull();
  setClock(() => new Date(START + 2 * DAY_MS));
  expect((await listPrayerRequests(writer.member)).recentText).toBe("");
});

it("hides an expired request, and exports it for thirty days more", async () => {
  const member = await signIn();
  for (const request of ["One", "Two", "Three"]) await ask(member, request, { days: "7" });
  setClock(() => new Date(START + 8 * DAY_MS));
  expect(await textsFor(await signIn())).toEqual([]);
  expect((await exportPrayerRequests(member.member)).map(({ request }) => request)).toEqual([
    "One",
    "Two",
    "Three",
  ]);
  setClock(() => new Date(START + 38 * DAY_MS));
  expect(await exportPrayerRequests(member.member)).toEqual([]);
});

it("shows the outcome of a request to its writer only", async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  await ask(writer, "For work.");
  const [{ id = "" } = {}] = await shown(writer);
  expect((await act(reader, { intent: "endRequest", requestId: id })).status).toBe(404);
  const ended = await act(writer, { intent: "endRequest", requestId: id, outcome: "I have it." });
  expect(ended.status).toBe(302);
  expect(await shown(reader)).toEqual([]);
  expect(await shown(writer)).toMatchObject([{ outcome: "I have it.", isEnded: true }]);
  expect(await exportPrayerRequests(writer.member)).toMatchObject([{ outcome: "I have it." }]);
  setClock(() => new Date(START + 31 * DAY_MS));
  expect(await exportPrayerRequests(writer.member)).toEqual([]);
});

it("shows a reviewed request after a keeper has approved it", async () => {
  setStoredSettings({ prayerList: "reviewed" });
  const [writer, reader, keeper] = [await signIn(), await signIn(), await signIn({ isAdmin: true })];
  await ask(writer, "For peace at home.");
  expect(await textsFor(reader)).toEqual([]);
  expect(await shown(writer)).toMatchObject([{ isWaiting: true }]);
  const [{ id = "" } = {}] = await shown(keeper);
  expect((await act(keeper, { intent: "approveRequest", requestId: id })).status).toBe(302);
  expect(await textsFor(reader)).toEqual(["For peace at home."]);
});

it("lets only keepers approve, shorten and remove requests", async () => {
  const [writer, named, admin] = [await signIn(), await signIn(), await signIn({ isAdmin: true })];
  await ask(writer, "For Jane Doe, who has cancer.");
  const [{ id = "" } = {}] = await shown(writer);
  const shorten = { intent: "shortenRequest", requestId: id, request: "For a friend who is ill." };
  for (const intent of ["approveRequest", "removeRequest"])
    expect((await act(writer, { intent, requestId: id })).status).toBe(403);
  expect((await act(named, shorten)).status).toBe(403);

  const name = async (intent: string) => {
    const userId = String(named.member.id);
    return (await send(userPage, `/admin/users/${userId}`, { intent }, { userId }, admin)).status;
  };
  expect(await name("keeper")).toBe(302);
  expect((await act(named, shorten)).status).toBe(302);
  expect(await textsFor(writer)).toEqual(["For a friend who is ill."]);
  expect((await act(named, { intent: "removeRequest", requestId: id })).status).toBe(302);
  expect(await textsFor(writer)).toEqual([]);
  expect(await name("notKeeper")).toBe(302);
  expect(await name("notKeeper")).toBe(409);
});

it("accepts and shows requests when a journal is sealed", async () => {
  const [open, other] = [await signIn(), await signIn()];
  const { secret } = await sealFor({ member: open.member, secret: open.session });
  const member = { ...open, session: secret };
  expect((await ask(member, "For rain.")).status).toBe(302);
  await ask(other, "For sun.");
  expect((await textsFor(member)).sort()).toEqual(["For rain.", "For sun."]);
  expect((await textsFor(other)).sort()).toEqual(["For rain.", "For sun."]);
});

it("exports a request for its writer only", async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  await ask(writer, "For rain.", { initial: "A." });
  const exported = async (member: Member) => {
    let text = "";
    for await (const part of writeJson(member, undefined)) text += part;
    return (JSON.parse(text) as { prayerRequests?: unknown[] }).prayerRequests;
  };
  expect(await exported(writer.member)).toMatchObject([
    { request: "For rain.", initial: "A.", endedAt: null },
  ]);
  expect(await exported(reader.member)).toBeUndefined();
});

it("prints the open requests as a sheet", { tags: ["release"] }, async () => {
  const member = await signIn();
  await ask(member, "For rain.");
  const { headers } = await see(sheet, `${LIST}/sheet?paper=a4`);
  expect(headers.get("content-type")).toBe("application/pdf");
});
