import { existsSync, readFileSync } from "node:fs";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { OwnPromptModel } from "#models/prompts.server";
import { createSignedIn } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import type { OfflinePage } from "~/domain/journal/offline-page";
import { action as writeSlot } from "~/routes/member/journal/reflection/route";
import { loader as today } from "~/routes/member/offline-today";
import { loader as manifest } from "~/routes/resources/manifest";
import { loader as deskScript } from "~/routes/resources/offline-script";
import { loader as worker } from "~/routes/resources/service-worker";

describe("installable app", () => {
  it("has a manifest whose icons exist in the sizes it names", async () => {
    const response = manifest();
    expect(response.headers.get("Content-Type")).toMatch(/^application\/manifest\+json/);
    const { icons, start_url } = (await response.json()) as {
      icons: { src: string; sizes: string; purpose?: string }[];
      start_url: string;
    };
    expect(start_url).toBe("/dashboard");
    expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
    for (const { src, sizes } of icons) {
      expect(existsSync(`public${src}`), src).toBe(true);
      if (!src.endsWith(".png")) continue;
      // Width and height are in the first block of a PNG.
      const bytes = readFileSync(`public${src}`);
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  it.each([
    ["worker", worker],
    ["page script", deskScript],
  ])("serves the %s as one script that browsers revalidate", async (_name, loader) => {
    const response = await loader();
    expect(response.headers.get("Content-Type")).toMatch(/^text\/javascript/);
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
    const script = await response.text();
    expect(script.length).toBeGreaterThan(1_000);
    // The script has no imports, which a classic script does not allow.
    expect(() => new Script(script)).not.toThrow();
  });
});

describe("GET /offline/today", () => {
  const read = async (session: string) => {
    const args = await visit("/offline/today", { session });
    return (await answer(() => today(args))).data as OfflinePage & { token: string };
  };

  it("returns today's questions and passage, and no text of the member", async () => {
    const { secret } = await createSignedIn();
    await answer(async () =>
      writeSlot(
        await post(
          "/journal/morning",
          { intent: "draft", thanks: "a canary in the elm" },
          {
            session: secret,
            params: { slot: "morning" },
          },
        ),
      ),
    );
    const desk = await read(secret);
    expect(desk.reflections.map(({ slot, path }) => [slot, path])).toEqual([
      ["morning", "/journal/morning"],
      ["evening", "/journal/evening"],
    ]);
    expect(desk.reflections[0]?.fields.map(({ key }) => key)).toEqual(["thanks", "presence", "question"]);
    expect(desk.reflections[0]?.passage?.lines.join(" ")).toMatch(/\w+/);
    expect(JSON.stringify(desk)).not.toContain("canary");
  });

  it("omits the member's own questions", async () => {
    const { user, secret } = await createSignedIn({
      subscriptionTier: "tier1",
      promptSetPreference: "random_prompts",
    });
    const desk = await read(secret);
    const library = desk.reflections.map(({ fields }) => fields[0]?.label);
    expect(library.every((label) => label && label.length > 5)).toBe(true);
    expect(await OwnPromptModel.countDocuments({ userId: user._id })).toBe(0);
  });

  it("returns a token that authorizes a post without an origin", async () => {
    const { secret } = await createSignedIn();
    const { token, reflections } = await read(secret);
    const [morning] = reflections;
    const fields = {
      intent: "draft",
      _auto: "1",
      _token: token,
      _submission: "desk-0000-1111",
      draftVersion: "0",
      forDate: morning?.forDate ?? "",
      variant: morning?.variant ?? "",
      thanks: "a seat by the window",
    };
    const args = await post("/journal/morning", fields, { session: secret, params: { slot: "morning" } });
    args.request.headers.delete("Origin");
    expect((await answer(() => writeSlot(args))).status).toBe(200);
    // The same page again, after another device has saved: a conflict, which the worker resolves with a new entry.
    const again = { ...fields, _submission: "desk-2222-3333", thanks: "another seat" };
    const other = await post("/journal/morning", again, { session: secret, params: { slot: "morning" } });
    expect((await answer(() => writeSlot(other))).status).toBe(409);
    const finish = await post(
      "/journal/morning",
      { ...again, intent: "finish" },
      {
        session: secret,
        params: { slot: "morning" },
      },
    );
    expect(await answer(() => writeSlot(finish))).toMatchObject({ status: 302 });
  });
});
