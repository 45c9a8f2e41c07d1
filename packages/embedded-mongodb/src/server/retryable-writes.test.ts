import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openForService } from "../storage/database.js";
import { DocumentStore } from "../storage/store.js";
import { RETRY_SWEEP_MS, RetryableWrites } from "./retryable-writes.js";

const MINUTE = 60_000;
const write = { session: "07".repeat(16), number: 3 };
let folder: string;
let store: DocumentStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "embedded-mongodb-retries-"));
  store = new DocumentStore(openForService(join(folder, "database.sqlite")));
});
afterEach(() => {
  store.database.close();
  rmSync(folder, { recursive: true, force: true });
});
const rows = () => store.database.get<[number]>("SELECT count(*) FROM retries")?.[0];

describe("stored reply of a deletion", () => {
  it("is returned to a retry, and removed within a minute", () => {
    const retries = new RetryableWrites(store);
    const at = Date.now();
    retries.store(write, { ok: 1, value: { text: "a prayer that was taken back" } });
    retries.removeOld(at + MINUTE / 2);
    expect(retries.find(write).reply).toMatchObject({ value: { text: "a prayer that was taken back" } });
    // The last sweep within the minute after the write must remove the reply.
    retries.removeOld(Date.now() + MINUTE - RETRY_SWEEP_MS);
    expect(rows()).toBe(0);
    expect(retries.find(write)).toEqual({});
  });

  it("is replaced by the reply to the session's next write", () => {
    const retries = new RetryableWrites(store);
    retries.store(write, { ok: 1, value: { text: "a prayer that was taken back" } });
    retries.store({ ...write, number: 4 }, { ok: 1 });
    expect(rows()).toBe(1);
    expect(Object.keys(retries.find({ ...write, number: 4 }).reply ?? {})).toEqual(["ok"]);
    expect(retries.find(write).reply).toMatchObject({ code: 225 });
  });
});
