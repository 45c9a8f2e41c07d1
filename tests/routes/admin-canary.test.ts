import type { ActionFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createSignedIn } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import { checkIntegrity, measureSizes } from "~/domain/administration/database/integrity.server";
import { rollUpDays } from "~/domain/administration/figures/roll-up.server";

/** What a person wrote appears in no answer of the administrators' area, whatever is asked. */
const CANARY = "Quokka";
const modules = import.meta.glob<Record<string, (args: ActionFunctionArgs) => unknown>>(
  "/app/routes/admin/**/*.{ts,tsx}",
  { eager: true },
);

describe("the administrators' area", () => {
  it("never says what a person wrote", async () => {
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
    const routes = Object.entries(modules).filter(([, module]) => module.loader ?? module.action);
    expect(routes.length).toBeGreaterThan(18);
    const queries = [
      "",
      `?q=${CANARY.toLowerCase().slice(0, 3)}`,
      "?count=all:entries",
      "?days=365",
      "?user=1",
    ];
    for (const [file, { loader, action }] of routes) {
      const params = { userId: String(member.id), action: "end-sessions", "*": "x" };
      for (const query of queries) {
        const args = await visit(`/admin/x${query}`, { session: secret, params });
        const seen = loader && (await answer(() => loader(args)));
        expect(JSON.stringify(seen?.data ?? ""), file).not.toContain(CANARY);
      }
      if (!action) continue;
      for (const intent of ["export", "verify", "mail", "sizes", "nonsense"]) {
        const args = await post("/admin/x", { intent }, { session: secret, params });
        expect(JSON.stringify(await answer(() => action(args))), file).not.toContain(CANARY);
      }
    }
  }, 120_000);
});
