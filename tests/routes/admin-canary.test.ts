import type { ActionFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createSignedIn } from "#tests/factories/user";
import { answer, post } from "#tests/support/request";
import { checkIntegrity, measureSizes } from "~/domain/administration/database.server";
import { rollUpDays } from "~/domain/administration/statistics/daily-stats.server";

/** Part of every text of the member. The crawl checks the pages, this test the responses to forms. */
const CANARY = "Quokka";
const modules = import.meta.glob<Record<string, (args: ActionFunctionArgs) => unknown>>(
  "/app/routes/admin/**/*.{ts,tsx}",
  { eager: true },
);

describe("the administrators' area", () => {
  it("never returns a member's text in a response to a form", async () => {
    const member = await createMember({ username: "writer" });
    const content = {
      title: `${CANARY} title`,
      body: `${CANARY} body`,
      tags: [`${CANARY}tag`],
      mood: `${CANARY}ish`,
      wordKept: `${CANARY} word`,
      intention: `${CANARY} intention`,
      answers: [{ key: "thanks", text: `${CANARY} answer`, question: `${CANARY} question` }],
    };
    await createEntry(member, { content: content as never, createdAt: new Date(Date.now() - 86_400_000) });
    await createEntry(member, { content: content as never, status: "draft" });
    await rollUpDays();
    await measureSizes();
    await checkIntegrity();
    const { secret } = await createSignedIn({ isAdmin: true });
    const routes = Object.entries(modules).filter(([, module]) => module.action);
    expect(routes.length).toBeGreaterThan(10);
    for (const [file, { action }] of routes) {
      const params = { userId: String(member.id), action: "end-sessions", "*": "x" };
      if (!action) continue;
      for (const intent of ["export", "verify", "mail", "sizes", "nonsense"]) {
        const args = await post("/admin/x", { intent }, { session: secret, params });
        expect(JSON.stringify(await answer(() => action(args))), file).not.toContain(CANARY);
      }
    }
  }, 120_000);
});
