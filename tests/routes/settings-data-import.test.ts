import type { ActionFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { createSignedIn } from "#tests/factories/user";
import { answer, ORIGIN, post, visit, type Answered } from "#tests/support/request";
import { UPLOAD_BYTES } from "~/domain/portability/data-texts";
import type { ImportState } from "~/domain/portability/import-preview";
import { sessionCookie } from "~/http/cookies.server";
import { action, loader } from "~/routes/member/settings/data-import/route";
import { action as dataAction } from "~/routes/member/settings/data/route";

const FILE = "---\ndate: 2026-01-02\ntags: [bird]\n---\n# Heron\n\nIt stood still.\n";

async function upload(
  session: string | undefined,
  file: string | Uint8Array | null,
  { name = "2026-01-02.md", fields = {} }: { name?: string; fields?: Record<string, string> } = {},
): Promise<Answered> {
  const body = new FormData();
  body.set("intent", "import");
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  if (file !== null) body.set("file", new File([file as BlobPart], name));
  const headers = new Headers({ Origin: ORIGIN });
  if (session) headers.set("Cookie", await sessionCookie.serialize(session));
  const request = new Request(`${ORIGIN}/settings/data`, { method: "POST", headers, body });
  const args = { request, params: {}, context: {} } as ActionFunctionArgs;
  return answer(() => dataAction(args));
}

const idOf = ({ location }: Answered) => location?.replace("/settings/data/import/", "") ?? "";
const look = async (session: string, importId: string): Promise<Answered> => {
  const args = await visit(`/settings/data/import/${importId}`, { session, params: { importId } });
  return answer(() => loader(args));
};
const send = async (session: string, importId: string, fields: Record<string, string>): Promise<Answered> => {
  const args = await post(`/settings/data/import/${importId}`, fields, { session, params: { importId } });
  return answer(() => action(args));
};
const errorsOf = (result: Answered) =>
  (result.data as { lastResult: { error?: Record<string, string[]> } }).lastResult.error;

describe("importing a file", () => {
  it("shows what would come, keeps it on request, and reports", async () => {
    const { secret } = await createSignedIn();
    const uploaded = await upload(secret, FILE);
    expect(uploaded.status).toBe(302);
    expect(uploaded.location).toMatch(/^\/settings\/data\/import\/[\w-]{22}$/);
    const id = idOf(uploaded);
    const preview = (await look(secret, id)).data as ImportState;
    expect(preview).toMatchObject({ stage: "preview", preview: { coming: 1, from: "2026-01-02" } });
    expect(JSON.stringify(preview)).not.toContain("Heron");
    expect(await JournalEntryModel.countDocuments()).toBe(0);
    const confirmed = await send(secret, id, { intent: "confirm" });
    expect([confirmed.status, confirmed.location]).toEqual([302, `/settings/data/import/${id}`]);
    expect((await look(secret, id)).data).toMatchObject({ stage: "done", added: 1 });
    expect(await JournalEntryModel.countDocuments()).toBe(1);
    // Going back and sending it again changes nothing.
    await send(secret, id, { intent: "confirm" });
    expect(await JournalEntryModel.countDocuments()).toBe(1);
  });

  it("keeps nothing when it is not wanted after all", async () => {
    const { secret } = await createSignedIn();
    const id = idOf(await upload(secret, FILE));
    expect((await send(secret, id, { intent: "cancel" })).location).toBe("/settings/data");
    expect(await TransferFileModel.countDocuments()).toBe(0);
    expect((await look(secret, id)).status).toBe(404);
    expect((await send(secret, id, { intent: "confirm" })).status).toBe(404);
    expect(await JournalEntryModel.countDocuments()).toBe(0);
  });

  it("belongs to its person: for another it is not there", async () => {
    const { secret } = await createSignedIn();
    const { secret: other } = await createSignedIn();
    const id = idOf(await upload(secret, FILE));
    expect((await look(other, id)).status).toBe(404);
    expect((await send(other, id, { intent: "confirm" })).status).toBe(404);
    await send(other, id, { intent: "cancel" });
    expect((await look(secret, id)).status).toBe(200);
    expect((await look(secret, "x".repeat(22))).status).toBe(404);
  });

  it("without a file, with an empty one, or with one that cannot be read, says so beside the field", async () => {
    const { secret } = await createSignedIn();
    for (const [file, name, message] of [
      [null, "", "Please choose a file."],
      ["", "", "Please choose a file."],
      ["", "a.json", "Please choose a file that is not empty."],
      ["{", "a.json", "This file looks like JSON but ends too early or is damaged."],
    ] as const) {
      const result = await upload(secret, file, { name });
      expect([result.status, errorsOf(result)]).toEqual([400, { file: [message] }]);
    }
  });

  it("accepts up to 16 MB from someone signed in, and says so beyond", async () => {
    const { secret } = await createSignedIn();
    const lines = `---\ndate: 2026-01-02\n---\n${"Some words. ".repeat(10)}\n`;
    const padded = Buffer.concat([
      Buffer.from(lines),
      Buffer.alloc(UPLOAD_BYTES - 2_000 - lines.length, " "),
    ]);
    expect((await upload(secret, padded)).status).not.toBe(413);
    const larger = await upload(secret, Buffer.alloc(UPLOAD_BYTES, " "));
    expect(larger.status).toBe(413);
    expect(JSON.stringify(larger.data)).toContain("larger than 16 MB");
    // A stranger's body is read no further than any other.
    expect((await upload(undefined, Buffer.alloc(6 * 1024 * 1024, " "))).status).toBe(413);
  });

  it("sent twice by one form is one import, with one answer", async () => {
    const { secret } = await createSignedIn();
    const fields = { _submission: "submission-1" };
    const [first, second] = await Promise.all([
      upload(secret, FILE, { fields }),
      upload(secret, FILE, { fields }),
    ]);
    expect(first?.location).toBe(second?.location);
    expect(await TransferFileModel.countDocuments({ purpose: "import" })).toBe(1);
  });
});
