import type { ActionFunctionArgs } from "@remix-run/node";
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { answer, ORIGIN, visit } from "#tests/support/request";
import { sessionCookie } from "~/http/cookies.server";
import { env } from "~/platform/env.server";
import { closePicturePool } from "~/platform/pictures.server";
import * as edit from "~/routes/member/journal/entry-edit/route";
import * as entry from "~/routes/member/journal/entry/route";
import * as free from "~/routes/member/journal/free/route";
import * as history from "~/routes/member/journal/history/route";
import * as picture from "~/routes/member/journal/picture";
import * as view from "~/routes/member/journal/picture-view";
import * as reflection from "~/routes/member/journal/reflection/route";

let session: string;
beforeEach(async () => {
  ({ secret: session } = await createSignedIn());
});
afterEach(() => {
  env.PICTURES = "on";
});
afterAll(closePicturePool);

type EntryPage = { id: string; content: { pictures?: { id: string; text: string }[] } };
type Page = { id: string; pictures: { id: string; text: string }[] | null };

const image = (height: number) =>
  sharp({ create: { width: 40, height, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();

const write = (fields: Record<string, string>, ...files: (Uint8Array | string)[]) =>
  send("/journal/free", free.action, {}, fields, files);

async function send(
  path: string,
  action: (args: ActionFunctionArgs) => unknown,
  params: Record<string, string>,
  fields: Record<string, string>,
  files: (Uint8Array | string)[] = [],
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const file of files) body.append("pictures", new File([file as BlobPart], "picture.jpg"));
  const headers = { Origin: ORIGIN, Cookie: await sessionCookie.serialize(session) };
  const request = new Request(`${ORIGIN}${path}`, { method: "POST", headers, body });
  return answer(() => action({ request, params, context: {} } as ActionFunctionArgs));
}
const open = async (id: string, query = "", secret = session) => {
  const args = await visit(`/journal/pictures/${id}${query}`, { session: secret, params: { pictureId: id } });
  return answer(() => picture.loader(args));
};
async function freePage() {
  const args = await visit("/journal/free", { session });
  return (await answer(() => free.loader(args))).data as Page;
}
async function keptEntry(location: string | null) {
  const path = location?.split("?")[0] ?? "";
  const args = await visit(path, { session, params: { entryId: path.split("/").at(-1) ?? "" } });
  const { id, content } = (await answer(() => entry.loader(args))).data as EntryPage;
  return { id, pictures: content.pictures ?? [] };
}

it("keeps pictures with the words, and shows them to their owner alone", async () => {
  const { status, location } = await write(
    { intent: "finish", body: "By the lake." },
    await image(30),
    await image(31),
  );
  expect(status).toBe(302);
  const { pictures } = await keptEntry(location);
  expect(pictures).toHaveLength(2);
  const id = pictures?.[0]?.id ?? "";
  for (const query of ["", "?size=small"]) {
    const { status: shown, headers } = await open(id, query);
    expect(shown).toBe(200);
    expect(headers.get("Content-Type")).toBe("image/jpeg");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toContain("sandbox");
  }
  const { secret: other } = await createSignedIn();
  expect((await open(id, "", other)).status).toBe(404);
  expect((await freePage()).pictures).toEqual([]);
});

it("keeps the words and the good pictures where one is refused", async () => {
  const refused = await write({ intent: "finish", body: "By the lake." }, await image(30), "<html></html>");
  expect(refused.status).toBe(415);
  expect(refused.data).toMatchObject({
    lastResult: {
      initialValue: { body: "By the lake." },
      error: { pictures: [expect.stringContaining("JPEG")] },
    },
  });
  expect((await freePage()).pictures).toHaveLength(1);
  const { location } = await write({ intent: "finish", body: "By the lake." });
  expect((await keptEntry(location)).pictures).toHaveLength(1);
});

it("says 413 beside the field for a picture of 13 MB", async () => {
  const large = Buffer.concat([await image(30), Buffer.alloc(13 * 1024 * 1024)]);
  const { status, data } = await write({ intent: "draft", body: "By the lake." }, large);
  expect(status).toBe(413);
  expect(data).toMatchObject({ lastResult: { initialValue: { body: "By the lake." } } });
});

it("changes words and order of an entry's pictures, removes one, and finds the words", async () => {
  const { location } = await write({ intent: "finish", body: "Lake" }, await image(30), await image(31));
  const { id: entryId, pictures } = await keptEntry(location);
  const [one = "", two = ""] = pictures.map(({ id }) => id);
  const save = (fields: Record<string, string>) =>
    send(`/journal/entries/${entryId}/edit`, edit.action, { entryId }, { body: "Lake", ...fields });
  const named = { [`pictureText-${one}`]: "A heron", [`pictureText-${two}`]: "Reeds" };
  expect((await save({ version: "1", ...named, [`picturePlace-${two}`]: "1" })).status).toBe(302);
  expect((await keptEntry(location)).pictures).toMatchObject([
    { id: two, text: "Reeds" },
    { id: one, text: "A heron" },
  ]);
  const { data: found } = await answer(async () =>
    history.loader(await visit("/journal/history?q=heron&pictures=1", { session })),
  );
  expect(JSON.stringify(found)).toContain(entryId);
  const gone = await save({ version: "2", intent: "removePicture", pictureId: one });
  expect(gone.location).toBe(`/journal/entries/${entryId}/edit`);
  expect((await keptEntry(location)).pictures).toMatchObject([{ id: two }]);
  const args = await visit(`/journal/pictures/${two}/view`, { session, params: { pictureId: two } });
  expect((await answer(() => view.loader(args))).data).toMatchObject({
    picture: { text: "Reeds" },
    entry: { id: entryId },
  });
});

it("takes pictures beside the steps of a morning, and keeps them with it", async () => {
  const slot = (fields: Record<string, string>, files: Uint8Array[] = []) =>
    send("/journal/morning", reflection.action, { slot: "morning" }, fields, files);
  expect((await slot({ intent: "next" }, [await image(30)])).status).toBe(302);
  const { location } = await slot({ intent: "finish" });
  expect((await keptEntry(location)).pictures).toHaveLength(1);
});

it("gives the words back where the pictures weigh too much together", async () => {
  const large = Buffer.alloc(39 * 1024 * 1024);
  const { status, data } = await write({ intent: "draft", body: "By the lake." }, large);
  expect(status).toBe(413);
  expect(data).toMatchObject({
    kind: "give-back",
    fields: expect.arrayContaining([["body", "By the lake."]]),
  });
});

it("is sent by script one by one before anything is saved", async () => {
  const { status } = await write({ takePictures: "1", _auto: "1", draftVersion: "0" }, await image(30));
  expect(status).toBe(200);
  const page = await freePage();
  expect(page).toMatchObject({ draft: null, pictures: [{ text: "" }] });
  const id = page.pictures?.[0]?.id ?? "";
  const { location } = await write({ intent: "finish", draftVersion: "0", [`pictureText-${id}`]: "A heron" });
  expect((await keptEntry(location)).pictures).toMatchObject([{ id, text: "A heron" }]);
});

it("hides all of it where the house has no pictures", async () => {
  const { location } = await write({ intent: "finish", body: "By the lake." }, await image(30));
  const id = (await keptEntry(location)).pictures?.[0]?.id ?? "";
  env.PICTURES = "off";
  expect((await open(id)).status).toBe(404);
  expect((await keptEntry(location)).pictures).toEqual([]);
  expect((await freePage()).pictures).toBeNull();
});
