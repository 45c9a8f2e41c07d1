import { runInNewContext } from "node:vm";
import mongoose from "mongoose";
import { beforeEach, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { aPage } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { load, submit } from "#tests/support/request";
import { findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { setClock } from "~/platform/clock";
import * as freePage from "~/routes/member/journal/free/route";
import * as sharePage from "~/routes/member/journal/share";
import { loader as help } from "~/routes/member/settings/data-help/route";
import { loader as manifest } from "~/routes/resources/manifest";

type PageData = { content: { title: string; body: string } | null; draft: unknown };
let session: string;
let member: ReturnType<typeof memberFrom>;

beforeEach(async () => {
  setClock(() => new Date("2026-11-21T10:00:00Z"));
  const { user, secret } = await createSignedIn();
  session = secret;
  member = memberFrom(user);
});

const share = async (fields: Record<string, string>) => {
  const url = `/journal/share?${new URLSearchParams(fields)}`;
  return ((await load(sharePage.loader, url, { session })).data as PageData).content;
};
const write = async (text: string) => {
  const url = `/journal/free?${new URLSearchParams({ text })}`;
  return ((await load(freePage.loader, url, { session })).data as PageData).content;
};

it("fills the free page with what a device shares, and saves nothing", async () => {
  const body = "A heron stood.\n\nhttps://example.org/heron";
  const shared = { title: "Herons", text: "A heron stood.", url: "https://example.org/heron" };
  expect(await share(shared)).toEqual({ title: "Herons", body });
  // Android puts the URL into the text.
  expect(await share({ text: body, url: "https://example.org/heron" })).toEqual({ title: "", body });
  expect(await share({})).toBeNull();
  expect(await share({ title: " ", text: "\0\n", url: "" })).toBeNull();
  expect(await write("  A heron.\r\nIt stood. ")).toEqual({ title: "", body: "A heron.\nIt stood." });
  expect(await write("")).toBeNull();
  expect(await JournalEntryModel.countDocuments()).toBe(0);
});

it("cuts text beyond ten thousand characters, and splits no character", async () => {
  expect((await write("x".repeat(12_000)))?.body).toBe("x".repeat(10_000));
  expect((await share({ text: "x".repeat(12_000), url: "https://a.test" }))?.body).toHaveLength(10_000);
  const odd = (await write(`x${"👩".repeat(6_000)}`))?.body ?? "";
  expect([odd.length, odd.isWellFormed()]).toEqual([9_999, true]);
  expect((await share({ title: `Two\nlines ${"t".repeat(500)}` }))?.title).toBe(
    `Two lines ${"t".repeat(190)}`,
  );
});

it("appends shared text to the draft, which is unchanged until the form is submitted", async () => {
  await saveDraft(member, aPage({ title: "Mine", body: "Half a thought" }), {});
  expect(await share({ title: "Theirs", text: "A heron." })).toEqual({
    title: "Mine",
    body: "Half a thought\n\nTheirs\n\nA heron.",
  });
  const [draft] = await findDrafts(member, ["free"]);
  expect(draft?.content).toMatchObject({ title: "Mine", body: "Half a thought" });
});

it("stores nothing for an anonymous visitor, by any method", async () => {
  const stored = async () =>
    Promise.all(Object.values(mongoose.models).map((model) => model.collection.countDocuments()));
  const before = await stored();
  const visited = await load(sharePage.loader, "/journal/share?text=A%20heron%20of%20a%20stranger");
  expect(visited.status).toBe(302);
  expect(visited.location).toMatch(/^\/auth\/login\?redirectTo=%2Fjournal%2Fshare/);
  // No action accepts a post, and the free page refuses those of other sites.
  expect(sharePage).not.toHaveProperty("action");
  const headers = { Origin: "https://evil.test" };
  const fields = { body: "x", intent: "finish" };
  expect((await submit(freePage.action, "/journal/free", fields, { headers, session })).status).toBe(403);
  expect(await stored()).toEqual(before);
});

it("declares the share target in the manifest as a GET", async () => {
  const { share_target } = (await manifest().json()) as { share_target: object };
  expect(share_target).toEqual({
    action: "/journal/share",
    method: "GET",
    params: { title: "title", text: "text", url: "url" },
  });
});

it("opens the share page from the bookmarklet on any page", async () => {
  const { bookmarklet } = (await load(help, "/settings/data/help", { session })).data as {
    bookmarklet: string;
  };
  expect(bookmarklet.startsWith("javascript:")).toBe(true);
  const location = { href: "https://example.org/?a=1&b=ü#c" };
  const getSelection = () => "words ".repeat(1_000);
  const page = { location, document: { title: "A & B" }, getSelection, encodeURIComponent };
  runInNewContext(bookmarklet.replace("javascript:", ""), page);
  const { origin, pathname, searchParams } = new URL(location.href);
  expect([origin, pathname]).toEqual(["http://localhost:3000", "/journal/share"]);
  expect([searchParams.get("title"), searchParams.get("url")]).toEqual([
    "A & B",
    "https://example.org/?a=1&b=ü#c",
  ]);
  expect(searchParams.get("text")).toHaveLength(2_000);
});
