import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { BackupLogModel } from "#models/operations.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createUser } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import { restoreBackup } from "#tests/support/stopped-instance";
import { checkAlerts, listOpenAlerts } from "~/domain/administration/alerts/alerts.server";
import { lastBackupOrStartTime, nightlyState } from "~/domain/administration/backups.server";
import { nightlyBackup } from "~/domain/administration/nightly-backup.server";
import { runJob } from "~/domain/operations/job-runner.server";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { JOBS } from "~/jobs.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

const zone = "Europe/London";
const backups = path.join(env.DATA_DIR, "backups");
let time = 0;
const at = (iso: string) => {
  time = Date.parse(iso);
  setClock(() => new Date(time));
};
const later = (hours: number) => (time += hours * 3_600_000);
const runBackupJob = () => nightlyBackup({ zone });
const files = (folder = backups) => readdirSync(folder).sort();
const secondFolder = () => mkdtempSync(path.join(tmpdir(), "second-"));

beforeEach(() => {
  env.BACKUP_AT = "03:00";
  rmSync(backups, { recursive: true, force: true });
  at("2026-11-21T10:00:00Z");
});

/** An instance some hours old with its first nightly backup. */
async function firstNight(): Promise<void> {
  await runBackupJob();
  at("2026-11-22T03:00:00Z");
  await runBackupJob();
}

describe.skipIf(env.MONGODB_URI)("nightly backups", () => {
  it("are kept for seven nights, each with the journal of its night", { tags: ["release"] }, async () => {
    const member = await createMember({ timezone: zone });
    const exported = async () => (await bytesOf(await exportJournal(member, "json"))).toString("utf8");
    const nights = new Map<string, { time: number; text: string }>();
    await runBackupJob();
    expect(await lastBackupOrStartTime()).toEqual(new Date(time));
    at("2026-11-22T03:00:00Z");
    for (let night = 0; night < 8; night++, later(24)) {
      await createEntry(member, { content: { body: `Night ${night}` } });
      await runBackupJob();
      const [made = ""] = (await BackupLogModel.find().sort({ at: -1 }).lean()).map(({ name }) => name);
      nights.set(made, { time, text: await exported() });
    }
    const kept = files();
    expect(kept).toEqual([...nights.keys()].slice(1));
    expect(kept[0]).toBe("2026-11-23-0300.snk");
    for (const name of kept) {
      const night = nights.get(name);
      setClock(() => new Date(night?.time ?? 0));
      await restoreBackup(path.join(backups, name));
      expect(await exported()).toBe(night?.text);
    }
  });

  it("are made once a night from their hour on, and caught up after a downtime", async () => {
    await runBackupJob();
    at("2026-11-22T02:59:00Z");
    await runBackupJob();
    expect(await BackupLogModel.countDocuments({ bytes: { $gt: 0 } })).toBe(0);
    at("2026-11-22T09:30:00Z");
    await runBackupJob();
    await runBackupJob();
    expect(files()).toEqual(["2026-11-22-0930.snk"]);
    env.BACKUP_AT = null;
    later(24);
    await runBackupJob();
    expect(files()).toHaveLength(1);
  });

  it("are made once by two concurrent processes", async () => {
    await runBackupJob();
    later(48);
    const job = JOBS.find(({ name }) => name === "nightly-backup");
    if (!job) throw new Error("There is no such job.");
    await Promise.all([runJob(job), runJob(job), runJob(job)]);
    expect(files()).toHaveLength(1);
  });

  it("tell administrators once that they contain no keys", async () => {
    await createUser({ isAdmin: true, email: "one@example.test" });
    await createUser({ email: "other@example.test" });
    await firstNight();
    later(24);
    await runBackupJob();
    expect(await OutgoingMailModel.countDocuments({ kind: "first-backup" })).toBe(1);
  });

  it("remove partial files and no foreign ones", async () => {
    mkdirSync(backups, { recursive: true });
    writeFileSync(path.join(backups, "2026-11-20-0300-abc123.snk.part"), "half");
    writeFileSync(path.join(backups, "2020-01-01-0300.snk"), "of someone else");
    env.BACKUP_KEEP = 1;
    await firstNight();
    later(24);
    await runBackupJob();
    expect(files()).toEqual(["2020-01-01-0300.snk", "2026-11-23-0300.snk"]);
  });

  it("are copied to the second folder, and continue while it is missing", { tags: ["release"] }, async () => {
    const second = secondFolder();
    env.BACKUP_COPY_TO = second;
    await firstNight();
    expect(files(second)).toEqual(files());
    expect(readFileSync(path.join(second, "2026-11-22-0300.snk"))).toEqual(
      readFileSync(path.join(backups, "2026-11-22-0300.snk")),
    );
    rmSync(second, { recursive: true });
    later(24);
    await runBackupJob();
    expect(files()).toHaveLength(2);
    expect((await nightlyState()).trouble).toMatch(/The second folder, .* is not there/);
    mkdirSync(second);
    later(2);
    await runBackupJob();
    expect(files(second)).toEqual(["2026-11-23-0300.snk"]);
    expect((await nightlyState()).trouble).toBeNull();
  });
});

describe.skipIf(env.MONGODB_URI)("failed nightly backups", () => {
  it(
    "keep the previous backup, alert, and retry after an hour when the disk is full",
    { tags: ["release"] },
    async () => {
      env.BACKUP_KEEP = 1;
      await firstNight();
      later(24);
      await nightlyBackup({ zone, spaceIn: () => Promise.resolve(1_000) });
      expect(files()).toEqual(["2026-11-22-0300.snk"]);
      expect((await nightlyState()).trouble).toMatch(/not enough room/);
      await checkAlerts();
      later(1 / 60);
      await checkAlerts();
      expect(await listOpenAlerts()).toMatchObject([{ rule: "backup-failed" }]);
      await runBackupJob();
      expect(files()).toHaveLength(1);
      later(1);
      await runBackupJob();
      expect(files()).toEqual(["2026-11-23-0401.snk"]);
    },
  );

  it("report an unwritable folder", async () => {
    writeFileSync(backups, "a file in its place");
    await firstNight();
    expect((await nightlyState()).trouble).toMatch(/cannot be written \(EEXIST\)/);
  });

  it("overwrite no file", async () => {
    await runBackupJob();
    mkdirSync(backups, { recursive: true });
    const taken = path.join(backups, "2026-11-22-0300.snk");
    copyFileSync("package.json", taken);
    at("2026-11-22T03:00:00Z");
    await runBackupJob();
    expect(readFileSync(taken)).toEqual(readFileSync("package.json"));
    expect((await nightlyState()).trouble).toMatch(/is there already/);
  });
});

it("opens no alert on a new instance with old records", async () => {
  await createUser({ isAdmin: true, createdAt: new Date("2025-01-01T00:00:00Z") });
  await runBackupJob();
  for (let minute = 0; minute < 3; minute++, later(1 / 60)) await checkAlerts();
  expect(await listOpenAlerts()).toEqual([]);
});
