import type { ActionFunctionArgs } from "@remix-run/node";
import sharp from "sharp";
import { afterAll, beforeEach, expect, it } from "vitest";
import { repeatedHeaders, startAnsweringServer } from "#tests/support/answering-server";
import { errorsIn, see, signIn, type MemberSession, type Page } from "#tests/support/member-session";
import { answer, ORIGIN, type Answered } from "#tests/support/request";
import { sessionCookie } from "~/http/cookies.server";
import { env } from "~/platform/env.server";
import { closePicturePool } from "~/platform/pictures.server";
import { requestContext } from "~/platform/request-context.server";
import * as entry from "~/routes/member/journal/entry";
import * as edit from "~/routes/member/journal/entry-edit/route";
import * as free from "~/routes/member/journal/free/route";
import * as history from "~/routes/member/journal/history/route";
import * as picture from "~/routes/member/journal/picture";
import * as view from "~/routes/member/journal/picture-view";
import * as reflection from "~/routes/member/journal/reflection/route";

let session: string;
beforeEach(async () => {
  ({ session } = await signIn());
});
afterAll(closePicturePool);

type Picture = { id: string; text: string };

const image = (height: number) =>
  sharp({ create: { width: 40, height, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();

const write = (fields: Record<string, string>, ...files: (Uint8Array | string)[]) =>
  sendFiles("/journal/free", free.action, {}, fields, files);

async function sendFiles(
  path: string,
  action: (args: ActionFunctionArgs) => unknown,
  params: Record<string, string>,
  fields: Record<string, string>,
  files: (Uint8Array | string)[] = [],
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const file of files) body.append("pictures", new File([file as BlobPart], "picture.jpg"));
  if (files.length === 0) body.append("pictures", new File([], ""));
  const headers = { Origin: ORIGIN, Cookie: await sessionCookie.serialize(session) };
  const request = new Request(`${ORIGIN}${path}`, { method: "POST", headers, body });
  return answer(() => action({ request, params, context: {} } as ActionFunctionArgs));
}
const open = (id: string, query = "", as?: MemberSession) =>
  see(picture, `/journal/pictures/${id}${query}`, { pictureId: id }, as);
const freePage = async (): Promise<Page> => (await see(free, "/journal/free")).page;
const editPage = async (entryId: string): Promise<Page> =>
  (await see(edit, `/journal/entries/${entryId}/edit`, { entryId })).page;
/** The pictures in a form that is shown again. */
const namedIn = ({ data }: Answered) => (data as { pictures?: { id: string }[] }).pictures ?? [];
const expectRefusal = (refused: Answered, errors: Record<string, string[]>) =>
  expect([refused.status, errorsIn(refused)]).toEqual([400, expect.objectContaining(errors)]);
const naming = (pictures: readonly { id: string }[], text = "") =>
  Object.fromEntries(pictures.map(({ id }) => [`pictureText-${id}`, text]));
const images = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => image(30 + at)));
const edited = (entryId: string, fields: Record<string, string>, files: Uint8Array[] = []) =>
  sendFiles(`/journal/entries/${entryId}/edit`, edit.action, { entryId }, fields, files);
async function keptEntry(location: string | null): Promise<{ id: string; pictures: Picture[] }> {
  const path = location?.split("?")[0] ?? "";
  const { id, content } = (await see(entry, path, { entryId: path.split("/").at(-1) })).page;
  return { id, pictures: content.pictures ?? [] };
}
const storedWith = async (...fields: Parameters<typeof write>) =>
  keptEntry((await write(...fields)).location);

it("stores pictures with the text, and shows them to their owner only", async () => {
  const { status, location } = await write(
    { intent: "finish", body: "By the lake." },
    await image(30),
    await image(31),
  );
  expect(status).toBe(302);
  const { pictures } = await keptEntry(location);
  expect(pictures).toHaveLength(2);
  const id = pictures?.[0]?.id ?? "";
  const server = await startAnsweringServer();
  for (const query of ["", "?size=small"]) {
    const { status: shown, headers } = await open(id, query);
    expect(shown).toBe(200);
    expect(headers.get("Content-Type")).toBe("image/jpeg");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Content-Security-Policy")).toContain("sandbox");
    const sent = await server.send(shown, headers);
    expect(sent["x-content-type-options"]).toEqual(["nosniff"]);
    expect(repeatedHeaders(sent)).toEqual([]);
  }
  server.close();
  expect((await freePage()).pictures).toEqual([]);
  expect((await open(id, "", await signIn())).status).toBe(404);
});

it("keeps the text and the good pictures if one is refused", async () => {
  const refused = await write({ intent: "finish", body: "By the lake." }, await image(30), "<html></html>");
  expect(refused.status).toBe(415);
  expect(refused.data).toMatchObject({
    lastResult: {
      initialValue: { body: "By the lake." },
      error: { pictures: [expect.stringContaining("JPEG")] },
    },
  });
  const named = namedIn(refused);
  expect(named).toHaveLength(1);
  // The pictures belong to that form, and to no other page.
  expect((await freePage()).pictures).toEqual([]);
  expect((await storedWith({ intent: "finish", body: "Another page." })).pictures).toEqual([]);
  const { pictures } = await storedWith({ intent: "finish", body: "By the lake.", ...naming(named) });
  expect(pictures).toHaveLength(1);
});

it("keeps the pictures of a form whose other fields are refused", async () => {
  const refused = await write({ intent: "finish", title: "x".repeat(201) }, await image(30));
  expectRefusal(refused, { title: [expect.any(String)] });
  const { pictures } = await storedWith({ intent: "finish", ...naming(namedIn(refused)) });
  expect(pictures).toHaveLength(1);
});

it("keeps the first six of seven pictures and says so beside the field", async () => {
  const refused = await write({ intent: "finish", body: "By the lake." }, ...(await images(7)));
  expectRefusal(refused, { pictures: [expect.stringContaining("six pictures")] });
  const named = namedIn(refused);
  expect(named).toHaveLength(6);
  const { pictures } = await storedWith({ intent: "finish", body: "By the lake.", ...naming(named) });
  expect(pictures).toHaveLength(6);
});

it.each([
  ["two of three pictures that are added to four", true, 6],
  ["no seventh picture of a form that names none of those that are saved", false, 3],
])("keeps %s and says so beside the field", async (_name, isNaming, kept) => {
  const { location } = await write({ intent: "finish", body: "Lake" }, ...(await images(4)));
  const { id, pictures } = await keptEntry(location);
  const form = { version: "1", body: "Lake", ...(isNaming && naming(pictures)) };
  const refused = await edited(id, form, (await images(7)).slice(4));
  expectRefusal(refused, { pictures: [expect.any(String)] });
  const named = namedIn(refused);
  expect(named).toHaveLength(kept);
  expect((await keptEntry(location)).pictures).toHaveLength(4);
  if (!isNaming) return;
  expect((await edited(id, { version: "1", ...naming(named) })).status).toBe(302);
  expect((await keptEntry(location)).pictures).toHaveLength(6);
});

it("refuses an empty file beside the field", async () => {
  const refused = await write({ intent: "finish", body: "By the lake." }, new Uint8Array(0));
  expectRefusal(refused, { pictures: [expect.stringContaining("empty")] });
});

it("refuses a description that is too long beside its field", async () => {
  const { id, pictures } = await storedWith({ intent: "finish", body: "Lake" }, await image(30));
  const name = `pictureText-${pictures[0]?.id}`;
  const text = "reeds ".repeat(60);
  expect(await edited(id, { version: "1", body: "Lake", [name]: text })).toMatchObject({
    status: 400,
    data: {
      lastResult: { initialValue: { [name]: text }, error: { [name]: [expect.stringContaining("300")] } },
    },
  });
  expect((await edited(id, { version: "1", body: "Lake", [name]: text.slice(0, 300) })).status).toBe(302);
});

it("returns 413 with a message beside the field for a picture of 13 MB", async () => {
  const large = Buffer.concat([await image(30), Buffer.alloc(13 * 1024 * 1024)]);
  const { status, data } = await write({ intent: "draft", body: "By the lake." }, large);
  expect(status).toBe(413);
  expect(data).toMatchObject({ lastResult: { initialValue: { body: "By the lake." } } });
});

it("changes descriptions and order of an entry's pictures, removes one, and finds the descriptions", async () => {
  const { location } = await write({ intent: "finish", body: "Lake" }, await image(30), await image(31));
  const { id: entryId, pictures } = await keptEntry(location);
  const [one = "", two = ""] = pictures.map(({ id }) => id);
  const save = (fields: Record<string, string>) =>
    sendFiles(`/journal/entries/${entryId}/edit`, edit.action, { entryId }, { body: "Lake", ...fields });
  const named = { [`pictureText-${one}`]: "A heron", [`pictureText-${two}`]: "Reeds" };
  expect((await save({ version: "1", ...named, [`picturePlace-${two}`]: "1" })).status).toBe(302);
  expect((await keptEntry(location)).pictures).toMatchObject([
    { id: two, text: "Reeds" },
    { id: one, text: "A heron" },
  ]);
  const { page: found } = await see(history, "/journal/history?q=heron&pictures=1");
  expect(JSON.stringify(found)).toContain(entryId);
  const gone = await save({ version: "2", intent: "removePicture", pictureId: one });
  expect(gone.location).toBe(`/journal/entries/${entryId}/edit`);
  expect((await keptEntry(location)).pictures).toMatchObject([{ id: two }]);
  const viewed = await see(view, `/journal/pictures/${two}/view`, { pictureId: two });
  expect(viewed.page).toMatchObject({
    picture: { text: "Reeds" },
    entry: { id: entryId },
  });
});

it("accepts pictures at the steps of a morning, and saves them with it", async () => {
  expect((await slot({ intent: "next" }, await image(30))).status).toBe(302);
  const { location } = await slot({ intent: "finish" });
  expect((await keptEntry(location)).pictures).toHaveLength(1);
});

it("keeps the text if the pictures are too large together", async () => {
  const large = Buffer.alloc(39 * 1024 * 1024);
  const { status, data } = await write({ intent: "draft", body: "By the lake." }, large);
  expect(status).toBe(413);
  expect(data).toMatchObject({
    kind: "give-back",
    fields: expect.arrayContaining([["body", "By the lake."]]),
  });
});

const newContext = () => ({
  id: "",
  subnet: "",
  memo: new Map<string, unknown>(),
  responseHeaders: new Headers(),
});

it("uploads pictures by script one by one before anything is saved", async () => {
  const context = newContext();
  const file = await image(30);
  const only = { takePictures: "named", _auto: "1", draftVersion: "0" };
  const sent = await requestContext.run(context, () => write(only, file));
  expect(sent.status).toBe(200);
  const id = namedIn(sent)[0]?.id ?? "";
  expect(context.responseHeaders.get("X-Picture")).toBe(id);
  expect(await freePage()).toMatchObject({ draft: null, pictures: [] });
  const { location } = await write({ intent: "finish", draftVersion: "0", [`pictureText-${id}`]: "A heron" });
  expect((await keptEntry(location)).pictures).toMatchObject([{ id, text: "A heron" }]);
});

it("keeps the pictures of a draft that was saved in the background since the form was loaded", async () => {
  const form = { _submission: "abcdefgh1234", draftVersion: "0", body: "By the lake." };
  const sent = await write({ ...form, takePictures: "named", _auto: "1" }, await image(30));
  const named = naming(namedIn(sent));
  expect((await write({ ...form, ...named, intent: "draft", _auto: "1" })).status).toBe(200);
  const { location } = await write({ ...form, ...named, intent: "finish" });
  expect((await keptEntry(location)).pictures).toHaveLength(1);
  // The same form again is the same entry, and its picture stays.
  const again = await write({ ...form, ...named, intent: "finish" });
  expect(again.location).toBe(location);
  expect((await keptEntry(location)).pictures).toHaveLength(1);
  expect((await freePage()).pictures).toEqual([]);
});

it("lets no page use a picture of another form", async () => {
  await write({ takePictures: "named", _auto: "1", draftVersion: "0" }, await image(30));
  expect((await freePage()).pictures).toEqual([]);
  const { location } = await write({ intent: "finish", draftVersion: "0" }, await image(31));
  expect((await keptEntry(location)).pictures).toHaveLength(1);
  const { id } = await keptEntry(location);
  await edited(id, { version: "1", takePictures: "named", _auto: "1" }, [await image(32)]);
  expect((await editPage(id)).pictures).toHaveLength(1);
});

it("makes the script of an earlier version keep its pictures in the form", async () => {
  const context = newContext();
  const file = await image(30);
  const sent = await requestContext.run(context, () => write({ takePictures: "1", _auto: "1" }, file));
  expect(sent.status).toBeLessThan(400);
  expect(context.responseHeaders.get("X-Kept-Offline")).toBe("1");
});

it("changes only the pictures of an entry or a draft when removePicture is sent", async () => {
  const { location } = await write(
    { intent: "finish", title: "Lake", body: "By the lake.", tags: "water", mood: "calm" },
    ...(await images(2)),
  );
  const { id, pictures } = await keptEntry(location);
  const [one = "", two = ""] = pictures.map((each) => each.id);
  const removal = { intent: "removePicture", pictureId: one };
  expect((await edited(id, { ...removal, version: "1" })).status).toBe(302);
  expect(await editPage(id)).toMatchObject({
    content: { title: "Lake", body: "By the lake.", tags: ["water"], mood: "calm" },
    pictures: [{ id: two }],
  });
  await write({ intent: "draft", title: "Hill", body: "On the hill." }, await image(40));
  const { draft } = await freePage();
  const drawn = draft?.content.pictures?.[0]?.id ?? "";
  expect((await write({ intent: "removePicture", pictureId: drawn, title: "Other" })).status).toBe(302);
  expect(await freePage()).toMatchObject({
    pictures: [],
    draft: { content: { title: "Hill", body: "On the hill." } },
  });
});

const slot = (fields: Record<string, string>, ...files: Uint8Array[]) =>
  sendFiles("/journal/morning", reflection.action, { slot: "morning" }, fields, files);
const reflectionPage = async (): Promise<Page> =>
  (await see(reflection, "/journal/morning", { slot: "morning" })).page;

it("changes only the pictures of a reflection when removePicture is sent", async () => {
  await slot({ intent: "draft", thanks: "The heron." }, await image(30));
  const [one] = (await reflectionPage()).pictures ?? [];
  const removal = { intent: "removePicture", pictureId: one?.id ?? "", thanks: "" };
  expect(await slot(removal)).toMatchObject({ status: 302, location: "/journal/morning" });
  expect(await reflectionPage()).toMatchObject({
    pictures: [],
    draft: {
      content: { answers: expect.arrayContaining([expect.objectContaining({ text: "The heron." })]) },
    },
  });
});

it("leaves the fields of an entry and of a draft unchanged when a form does not have them", async () => {
  const whole = { title: "Lake", body: "By the lake.", tags: "water", mood: "calm" };
  const { id } = await storedWith({ intent: "finish", ...whole });
  expect((await edited(id, { intent: "save", version: "1", title: "Lake, again" })).status).toBe(302);
  const left = { body: "By the lake.", tags: ["water"], mood: "calm" };
  expect((await editPage(id)).content).toMatchObject({ title: "Lake, again", ...left });
  await write({ intent: "draft", ...whole });
  await write({ intent: "draft", title: "Lake, again" });
  expect((await freePage()).draft?.content).toMatchObject({ title: "Lake, again", ...left });
  await write({ intent: "draft", mood: "" });
  expect((await freePage()).draft?.content).toMatchObject({ body: "By the lake.", mood: "" });
});

it("leaves the answers and the mood of a reflection unchanged when a form does not have them", async () => {
  await slot({ intent: "draft", thanks: "The heron.", mood: "calm" });
  await slot({ intent: "draft", presence: "The water." });
  expect((await reflectionPage()).draft?.content).toMatchObject({
    mood: "calm",
    answers: expect.arrayContaining([
      expect.objectContaining({ text: "The heron." }),
      expect.objectContaining({ text: "The water." }),
    ]),
  });
});

it("hides everything if the instance has pictures disabled", async () => {
  const { location } = await write({ intent: "finish", body: "By the lake." }, await image(30));
  const id = (await keptEntry(location)).pictures?.[0]?.id ?? "";
  env.PICTURES = "off";
  expect((await open(id)).status).toBe(404);
  expect((await keptEntry(location)).pictures).toEqual([]);
  expect((await freePage()).pictures).toBeNull();
});
