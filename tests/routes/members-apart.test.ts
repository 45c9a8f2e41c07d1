/** @module-tag release */
import { afterEach, beforeEach, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSomeone, type SignedIn } from "#tests/factories/sealed";
import { MEMBER_PAGES, PUBLIC_PAGES } from "#tests/support/every-page";
import { outlinePage } from "#tests/support/page-outline";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { chooseLegacy } from "~/domain/accounts/legacy/choose-legacy.server";
import { runLegacies } from "~/domain/administration/legacy/run-legacies.server";
import { startSession } from "~/domain/identity/sessions.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { askForPrayer } from "~/domain/journal/prayers/prayer-requests.server";
import { setStoredSettings } from "~/domain/operations/instance-settings.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

const START = Date.parse("2025-10-01T09:00:00Z");
const NOW = Date.parse("2026-11-21T09:00:00Z");

beforeEach(() => {
  setClock(() => new Date(START));
  setStoredSettings({ prayerList: "open" });
  env.SMTP_URL = "smtp://127.0.0.1:9";
});
afterEach(() => setStoredSettings({}));

/** Pages of the experiment: a visit without its cookie draws one of two variants. */
const IN_EXPERIMENT = ["/", "/home"];

/** Pages whose content another member could change. */
const PAGES = [
  "/dashboard",
  "/journal/morning",
  "/journal/evening",
  "/journal/free",
  "/journal/history",
  "/journal/rhythm",
  ...MEMBER_PAGES,
  ...PUBLIC_PAGES.filter((path) => !IN_EXPERIMENT.includes(path)),
];

it("shows no trace of another member's reading, prayer, writing or legacy choice on any page", async () => {
  const { serve } = await wholeApplication();
  const [praying, dying, giving, other] = await Promise.all([
    createSomeone(),
    createSomeone(),
    createSomeone(),
    createSomeone(),
  ]);
  await chooseLegacy(dying.member, { choice: "destroy", months: 12 });
  await chooseLegacy(giving.member, { choice: "give", name: "Ruth", email: "ruth@example.test" });
  const past = new Date(START);
  await UserModel.updateOne(
    { _id: dying.member.id },
    { $set: { "legacy.warnings": [1, 2, 3].map((id) => ({ mailId: `${id}`, at: past, acceptedAt: past })) } },
  );
  await UserModel.updateOne(
    { _id: giving.member.id },
    { $set: { "legacy.handOver": { startedAt: past, mailedAt: null, taken: [] } } },
  );

  setClock(() => new Date(NOW));
  await askForPrayer(praying.member, { request: "For rain.", days: 30 });
  const enter = async ({ member }: SignedIn) => {
    const user = await UserModel.findById(member.id).orFail().lean();
    return (await startSession(user, { remember: false, device: "Test" })).secret;
  };
  const session = await enter(other);
  const pageOf = async (path: string, by = session) =>
    (await serve((await visit(path, { session: by })).request)).text();
  const outlines = async () => {
    const found: [string, string][] = [];
    for (const path of PAGES) found.push([path, outlinePage(await pageOf(path), "body")]);
    return found;
  };
  // A page may select its content at the first visit, so only later visits are compared.
  await outlines();
  const before = await outlines();
  expect(before.find(([path]) => path === "/journal/prayers")?.[1]).toContain("For rain.");

  const reader = await enter(praying);
  for (const path of [
    "/journal/prayers",
    "/journal/prayers/pray",
    "/journal/prayers/sheet",
    "/journal/morning",
  ])
    await pageOf(path, reader);
  await addIntentions(praying.member, { names: ["Ruth"], line: "", rhythm: { kind: "daily" } });
  await createEntry(praying.member, { content: { body: "The heron stood." } });
  await runLegacies(new AbortController().signal, () => 0);
  expect(await UserModel.findById(dying.member.id)).toBeNull();
  expect((await UserModel.findById(giving.member.id).lean())?.legacy?.handOver?.mailedAt).toEqual(
    new Date(NOW),
  );

  expect(await outlines()).toEqual(before);
});
