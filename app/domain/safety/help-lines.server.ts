import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { env } from "~/platform/env.server";
import { DEFAULT_HELP, type Help } from "./care";

/**
 * The operator's own numbers: `help-lines.json` in DATA_DIR, read once.
 * What it does not name stays as it usually is; without the file everything does.
 */
const textField = z.string().trim().min(1).max(200);
const HelpFileSchema = z.strictObject({
  emergency: z
    .array(z.strictObject({ where: textField, number: textField }))
    .min(1)
    .optional(),
  lines: z
    .array(
      z
        .strictObject({
          where: textField,
          who: textField,
          number: textField,
          dial: textField.optional(),
          how: textField,
          zones: z.array(textField).optional(),
        })
        .transform((line) => ({ ...line, dial: line.dial ?? line.number.replace(/[^\d+]/g, "") })),
    )
    .min(1)
    .optional(),
  directory: z.strictObject({ name: textField, href: z.url({ protocol: /^https$/ }) }).optional(),
  /** Phrases that count as a call for help on this server, beside the ones that are built in. */
  phrases: z.array(z.string().trim().min(6).max(100)).max(500).optional(),
});

export type HelpSettings = { help: Help; phrases: string[] };

const HELP_FILE = "help-lines.json";

/**
 * Reads the file's text. @throws Error with a sentence for the operator, where it cannot be used
 * @internal Exported for tests.
 */
export function parseHelpFile(source: string): HelpSettings {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    throw new Error(`${HELP_FILE} is not JSON.`);
  }
  const result = HelpFileSchema.safeParse(json);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new Error(`${HELP_FILE}: ${issue?.path.join(".") || "the file"}: ${issue?.message}.`);
  }
  const { phrases = [], ...help } = result.data;
  return { help: { ...DEFAULT_HELP, ...help }, phrases };
}

let settings: HelpSettings | undefined;

/** The numbers and phrases of this server. @throws Error where the operator's file cannot be used: it is read at the start */
export function helpSettings(): HelpSettings {
  settings ??= readSettings();
  return settings;
}

function readSettings(): HelpSettings {
  let source: string;
  try {
    source = readFileSync(path.join(env.DATA_DIR, HELP_FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { help: DEFAULT_HELP, phrases: [] };
    throw error;
  }
  return parseHelpFile(source);
}
