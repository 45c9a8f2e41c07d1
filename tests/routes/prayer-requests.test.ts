import { afterEach, beforeEach, expect, it } from "vitest";
import { PrayerRequestModel } from "#models/prayer-request.server";
import { createSignedIn } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import { exportPrayerRequests } from "~/domain/journal/prayers/prayer-requests.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { refreshInstanceSettings, setStoredSettings } from "~/domain/operations/instance-settings.server";
import { writeJson } from "~/domain/portability/write-json.server";
import { setClock } from "~/platform/clock";
import * as instancePage from "~/routes/admin/instance";
import * as userPage from "~/routes/admin/user";
import * as dashboard from "~/routes/member/dashboard/route";
import { loader as sheet } from "~/routes/member/journal/prayer-sheet";
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

type Session = string;
async function signIn(overrides: Parameters<typeof createSignedIn>[0] = {}) {
  const { user, secret } = await createSignedIn(overrides);
  return { session: secret, member: memberFrom(user) };
}
const act = async (session: Session, fields: Record<string, string>) =>
  answer(async () => listPage.action(await post(LIST, fields, { session })));
const ask = (session: Session, request: string, more: Record<string, string> = {}) =>
  act(session, { intent: "ask", request, days: "30", consent: "on", ...more });

type ListedRequest = {
  id: string;
  text: string;
  outcome: string;
  isOwn: boolean;
  isEnded: boolean;
  isWaiting: boolean;
};
async function shown(session: Session): Promise<ListedRequest[]> {
  const { data } = await answer(async () => listPage.loader(await visit(LIST, { session })));
  return (data as { list: { requests: ListedRequest[] } | null }).list?.requests ?? [];
}
const textsFor = async (session: Session) => (await shown(session)).map(({ text }) => text);

it("is not there while it is off", async () => {
  setStoredSettings({});
  const { session } = await signIn();
  const { data } = await answer(async () => listPage.loader(await visit(LIST, { session })));
  expect((data as { list: unknown }).list).toBeNull();
  for (const intent of ["ask", "endRequest", "approveRequest", "shortenRequest", "removeRequest"])
    expect([intent, (await act(session, { intent })).status]).toEqual([intent, 404]);
  expect((await answer(async () => sheet(await visit(`${LIST}/sheet`, { session })))).status).toBe(404);
});

it("is switched on and off by an administrator", async () => {
  setStoredSettings({});
  const { session } = await signIn({ isAdmin: true });
  const save = async (prayerList: string) =>
    answer(async () =>
      instancePage.action(await post("/admin/house", { intent: "save", prayerList }, { session })),
    );
  expect((await save("sometimes")).status).toBe(400);
  expect((await save("reviewed")).status).toBe(302);
  // As another process does.
  await refreshInstanceSettings();
  expect((await ask(session, "For rain.")).status).toBe(302);
  expect(await shown(session)).toMatchObject([{ isWaiting: true }]);
  await save("off");
  await refreshInstanceSettings();
  expect((await ask(session, "For sun.")).status).toBe(404);
});

it("shows a request to everyone here, without the writer’s name", async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  expect((await ask(writer.session, "For my mother’s operation.", { initial: "M." })).status).toBe(302);
  const [request] = await shown(reader.session);
  expect(request).toEqual({
    ...{ id: expect.any(String) as string, text: "For my mother’s operation.", initial: "M." },
    ...{ outcome: "", until: "2026-12-22", isOwn: false, isEnded: false, isWaiting: false },
  });
  const [stored] = await PrayerRequestModel.find({ userId: writer.member.id }).lean();
  expect(JSON.stringify(stored)).not.toContain("mother");
});

it("has one line on the dashboard of the others while a request is open", async () => {
  const [writer, reader] = [await signIn(), await signIn({ seenTour: true })];
  const isMentioned = async (session: Session) => {
    const { data } = await answer(async () => dashboard.loader(await visit("/dashboard", { session })));
    return (data as { hasPrayerRequests?: boolean }).hasPrayerRequests;
  };
  expect(await isMentioned(reader.session)).toBe(false);
  await ask(writer.session, "For rain.");
  expect([await isMentioned(reader.session), await isMentioned(writer.session)]).toEqual([true, false]);
});

it("refuses what is missing or too long beside its field", async () => {
  const { session } = await signIn();
  const errorsOf = async (fields: Record<string, string>) => {
    const { status, data } = await act(session, { intent: "ask", ...fields });
    const { error } = (data as { lastResult: { error: Record<string, string[]> } }).lastResult;
    return [status, ...Object.keys(error).sort()];
  };
  expect(await errorsOf({ request: " " })).toEqual([400, "consent", "request"]);
  const long = { request: "x".repeat(501), initial: "y".repeat(41), days: "8", consent: "on" };
  expect(await errorsOf(long)).toEqual([400, "days", "initial", "request"]);
  expect(await textsFor(session)).toEqual([]);
});

it("takes three open requests of a member, also when they are sent at once", async () => {
  const { session } = await signIn();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => ask(session, `Request ${number}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 302, 302, 400, 400]);
  const [first] = await shown(session);
  await act(session, { intent: "endRequest", requestId: first?.id ?? "" });
  expect((await ask(session, "Another")).status).toBe(302);
});

it("frees the place of a request that has expired", async () => {
  const { session, member } = await signIn();
  for (const request of ["One", "Two", "Three"]) await ask(session, request, { days: "7" });
  setClock(() => new Date(START + 8 * DAY_MS));
  const { secret } = await createSignedIn();
  expect(await textsFor(secret)).toEqual([]);
  const later = memberFrom({ ...(await createSignedIn()).user, _id: member.id });
  expect((await exportPrayerRequests(later)).map(({ request }) => request)).toEqual(["One", "Two", "Three"]);
  setClock(() => new Date(START + 38 * DAY_MS));
  expect(await exportPrayerRequests(later)).toEqual([]);
});

it("keeps what came of it for the writer alone", async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  await ask(writer.session, "For work.");
  const [{ id = "" } = {}] = await shown(writer.session);
  expect((await act(reader.session, { intent: "endRequest", requestId: id })).status).toBe(404);
  const ended = await act(writer.session, { intent: "endRequest", requestId: id, outcome: "I have it." });
  expect(ended.status).toBe(302);
  expect(await shown(reader.session)).toEqual([]);
  expect(await shown(writer.session)).toMatchObject([{ outcome: "I have it.", isEnded: true }]);
  expect(await exportPrayerRequests(writer.member)).toMatchObject([{ outcome: "I have it." }]);
  setClock(() => new Date(START + 31 * DAY_MS));
  expect(await exportPrayerRequests(writer.member)).toEqual([]);
});

it("shows a request after a keeper has approved it when requests are reviewed", async () => {
  setStoredSettings({ prayerList: "reviewed" });
  const [writer, reader, keeper] = [await signIn(), await signIn(), await signIn({ isAdmin: true })];
  await ask(writer.session, "For peace at home.");
  expect(await textsFor(reader.session)).toEqual([]);
  expect(await shown(writer.session)).toMatchObject([{ isWaiting: true }]);
  const [{ id = "" } = {}] = await shown(keeper.session);
  expect((await act(keeper.session, { intent: "approveRequest", requestId: id })).status).toBe(302);
  expect(await textsFor(reader.session)).toEqual(["For peace at home."]);
});

it("lets only keepers approve, shorten and remove", async () => {
  const [writer, named, admin] = [await signIn(), await signIn(), await signIn({ isAdmin: true })];
  await ask(writer.session, "For Jane Doe, who has cancer.");
  const [{ id = "" } = {}] = await shown(writer.session);
  const shorten = { intent: "shortenRequest", requestId: id, request: "For a friend who is ill." };
  for (const intent of ["approveRequest", "removeRequest"])
    expect((await act(writer.session, { intent, requestId: id })).status).toBe(403);
  expect((await act(named.session, shorten)).status).toBe(403);

  const name = async (intent: string) => {
    const params = { userId: String(named.member.id) };
    const args = await post(
      `/admin/users/${named.member.id}`,
      { intent },
      { session: admin.session, params },
    );
    return (await answer(async () => userPage.action(args))).status;
  };
  expect(await name("keeper")).toBe(302);
  expect((await act(named.session, shorten)).status).toBe(302);
  expect(await textsFor(writer.session)).toEqual(["For a friend who is ill."]);
  expect((await act(named.session, { intent: "removeRequest", requestId: id })).status).toBe(302);
  expect(await textsFor(writer.session)).toEqual([]);
  expect(await name("notKeeper")).toBe(302);
  expect(await name("notKeeper")).toBe(409);
});

it("is in the JSON export of its writer alone", async () => {
  const [writer, reader] = [await signIn(), await signIn()];
  await ask(writer.session, "For rain.", { initial: "A." });
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

it("prints the open requests as a sheet", async () => {
  const { session } = await signIn();
  await ask(session, "For rain.");
  const response = await sheet(await visit(`${LIST}/sheet?paper=a4`, { session }));
  expect((response as Response).headers.get("content-type")).toBe("application/pdf");
});
