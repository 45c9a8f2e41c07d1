import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { documentsOf } from "#tests/support/documents";
import { ORIGIN } from "#tests/support/request";
import { TOO_MANY_PICTURES } from "~/domain/journal/pictures/picture";
import { sessionCookie } from "~/http/cookies.server";
import { closePicturePool } from "~/platform/pictures.server";

let session: string;
beforeEach(async () => {
  ({ secret: session } = await createSignedIn({ subscriptionTier: "tier2" }));
});
afterAll(closePicturePool);

type Sent = { status: number; html: string };

async function send(
  id: string,
  path: string,
  fields: Record<string, string>,
  files: Buffer[] = [],
): Promise<Sent> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const file of files) body.append("pictures", new File([file as BlobPart], "lake.png"));
  const headers = { Origin: ORIGIN, Cookie: await sessionCookie.serialize(session) };
  const response = await (
    await documentsOf(id)
  )(new Request(`${ORIGIN}${path}`, { method: "POST", headers, body }));
  return { status: response.status, html: await response.text() };
}

const images = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      sharp({ create: { width: 40, height: 30 + at, channels: 3, background: "#336699" } })
        .png()
        .toBuffer(),
    ),
  );

/** The texts that `aria-describedby` attributes of the page refer to. */
function descriptionsIn(html: string): string[] {
  const ids = [...html.matchAll(/aria-describedby="([^"]+)"/g)].flatMap(([, named = ""]) => named.split(" "));
  return ids.flatMap((id) => new RegExp(`id="${id}"[^>]*>(.*?)</(?:ul|p)>`, "s").exec(html)?.[1] ?? []);
}
const picturesIn = (html: string) =>
  new Set([...html.matchAll(/name="pictureText-([\w-]{22})"/g)].map(([, id]) => id));

describe("page with too many pictures", () => {
  it.each([
    ["member/journal/free", "/journal/free", "body"],
    ["member/journal/reflection", "/journal/morning", "thanks"],
  ])(
    "shows an error beside the field, and six pictures, when seven are sent to %s",
    { tags: ["release"] },
    async (id, path, field) => {
      const { status, html } = await send(
        id,
        path,
        { intent: "finish", [field]: "By the lake." },
        await images(7),
      );
      expect(status).toBe(400);
      expect(descriptionsIn(html).join()).toContain(TOO_MANY_PICTURES);
      expect(picturesIn(html).size).toBe(6);
      expect(html).toContain("By the lake.");
    },
  );
});

describe("page with an unknown button value", () => {
  it("shows an error beside the buttons when a way begins at noon", async () => {
    const { status, html } = await send("member/ways/way", "/ways/grief", {
      intent: "begin",
      way: "grief",
      slot: "noon",
    });
    expect(status).toBe(400);
    expect(descriptionsIn(html).join()).toContain("in the morning or in the evening");
  });

  it.each([
    ["member/ways/ways", "/ways", { way: "grief" }],
    ["member/journal/prompts", "/journal/prompts", { text: "What was good today?" }],
  ])("shows an error above the form when %s gets an unknown intent", async (id, path, fields) => {
    const { status, html } = await send(id, path, { ...fields, intent: "unknown" });
    expect(status).toBe(400);
    expect(html).toMatch(/role="alert"(?:(?!<\/form>).)*Please use one of the buttons on this page\./s);
  });
});
