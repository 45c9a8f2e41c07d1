/** @module-tag release */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "#scripts/server.mjs";
import { expect, test } from "./fixtures";

test("names the day of the operator’s church, and the line that cannot be read", async ({ newVisitor }) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-"));
  // At noon in UTC every zone of a visitor without an account has the same day or one beside it.
  const days = [-1, 0, 1].map((offset) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(5, 10),
  );
  const lines = [
    "# The days of our parish",
    ...days.map((day) => `${day}; Dedication of Saint Bride; solemnity; white`),
    "someday; Nobody; feast; white",
  ];
  writeFileSync(path.join(dataDir, "days.txt"), lines.join("\n"));
  const logFile = path.join(".prepare", `local-feasts-${process.pid}.log`);
  const server = await startServer({ logFile, settings: { DATA_DIR: dataDir, BCRYPT_COST: "10" } });
  try {
    const visitor = await newVisitor(server.origin);
    await visitor.goto("/today");
    expect(visitor.locator("main")).toContainText("Dedication of Saint Bride");
    expect(readFileSync(logFile, "utf8")).toMatch(
      /"event":"days\.refused"[^\n]*Line 5: “someday” is not a date/,
    );
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
