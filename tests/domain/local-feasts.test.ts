import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { readHealth } from "~/domain/administration/health/health.server";
import { churchDayName } from "~/domain/calendar/church-day";
import { localFeastProblems, scanLocalFeasts } from "~/domain/calendar/local-feasts-file.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

const file = path.join(env.DATA_DIR, "days.txt");
const nameOfDay = () => churchDayName("2026-10-14", { tradition: "roman", feastsOnSunday: false });
const GENERAL = "28th week in Ordinary Time";

const removeFile = () => {
  rmSync(file, { force: true });
  scanLocalFeasts();
};
beforeEach(removeFile);
afterAll(removeFile);

it("reloads the feasts when the file is added, changed or removed", () => {
  writeFileSync(file, "10-14; St Callistus; feast; red\n");
  scanLocalFeasts();
  expect(nameOfDay()).toBe("St Callistus");
  writeFileSync(file, "10-14; St Callistus, Pope; feast; red\n");
  scanLocalFeasts();
  expect(nameOfDay()).toBe("St Callistus, Pope");
  removeFile();
  expect(nameOfDay()).toBe(GENERAL);
});

it("names the lines that cannot be read", async () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  writeFileSync(file, "10-14; St Callistus; feast; red\nsomeday; Nobody; feast; red\n");
  scanLocalFeasts();
  expect(localFeastProblems()).toEqual([
    { name: "days.txt", words: expect.stringMatching(/^Line 2: “someday” is not a date/) as string },
  ]);
  expect(warned).toHaveBeenCalledExactlyOnceWith("days.refused", {
    reason: expect.stringMatching(/^Line 2/) as string,
  });
  const { checks } = await readHealth();
  expect(checks.filter(({ what }) => what === "days.txt")).toHaveLength(1);
  expect(nameOfDay()).toBe("St Callistus");
});

it("reads no file that is too large", () => {
  writeFileSync(file, "10-14; St Callistus; feast; red\n".repeat(3_000));
  scanLocalFeasts();
  expect(localFeastProblems()).toHaveLength(1);
  expect(nameOfDay()).toBe(GENERAL);
});
