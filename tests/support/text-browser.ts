import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const named: Record<string, string> = { " ": "<space>" };

/** Presses Tab `stops` times, then types the words. */
export function type(stops: number, words: string): string[] {
  return [...tabs(stops), ...[...words].map((letter) => `key ${named[letter] ?? letter}`)];
}

/** Presses Tab `stops` times, then Return: follows a link, presses a button or ticks a box. */
export function follow(stops: number): string[] {
  return [...tabs(stops), "key ^J"];
}

const tabs = (stops: number) => Array.from({ length: stops }, () => "key <tab>");

/** Tab stops of a text browser, in document order. */
const STOPS = /<(?:a\s[^>]*href|input|textarea|select|button)\b[^>]*>/g;

/** Number of tab stops before the one whose tag contains this text. */
export function countTabStops(html: string, sought: string): number {
  const stops = [...html.matchAll(STOPS)].map(([tag]) => tag).filter((tag) => !/type="hidden"/.test(tag));
  const at = stops.findIndex((tag) => tag.includes(sought));
  if (at < 0) throw new Error(`Nothing on the page holds ${sought}.`);
  return at;
}

/**
 * Opens a page in lynx and types keys. @returns everything that lynx printed, without terminal control sequences, in
 * order of appearance
 */
export async function openInLynx(address: string, keys: string[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "still-lynx-"));
  try {
    const script = path.join(folder, "keys");
    writeFileSync(script, [...keys, "key q", "key y", ""].join("\n"));
    // Without -nopause lynx pauses for seconds at every status message.
    const lynx = spawn("lynx", ["-accept_all_cookies", "-nopause", `-cmd_script=${script}`, address], {
      env: { ...process.env, TERM: "vt100", HOME: folder, LINES: "60", COLUMNS: "120" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    lynx.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve, reject) => {
      lynx.once("error", reject);
      lynx.once("close", resolve);
    });
    return Buffer.concat(chunks).toString("latin1");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
