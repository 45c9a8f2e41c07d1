import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** Output of pdftotext, pdfinfo, pdffonts or pdfimages; undefined if the tool is missing. */
export function readPdf(tool: string, bytes: Uint8Array, ...options: string[]): string | undefined {
  if (spawnSync(tool, ["-v"]).error) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "printed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "printed.pdf");
  writeFileSync(file, bytes);
  return execFileSync(tool, [...options, file, ...(tool === "pdftotext" ? ["-"] : [])], { encoding: "utf8" });
}

/** Number of pages; undefined without a tool to read them. */
export function pagesOf(bytes: Uint8Array): number | undefined {
  const [, count] = /^Pages: +(\d+)$/m.exec(readPdf("pdfinfo", bytes) ?? "") ?? [];
  return count === undefined ? undefined : Number(count);
}
