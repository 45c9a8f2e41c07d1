import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { env } from "~/platform/env.server";
import { DEFAULT_HELP, type Help } from "./care";

const textField = z.string().trim().min(1).max(200);
/** Schema of `help-lines.json` in DATA_DIR, the operator's own numbers. Defaults replace missing parts. */
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
  /** Additional crisis phrases. */
  phrases: z.array(z.string().trim().min(6).max(100)).max(500).optional(),
});

type HelpSettings = { help: Help; phrases: string[] };

const HELP_FILE = "help-lines.json";

/**
 * Parses the text of `help-lines.json`.
 * @throws Error with a message for the operator if the file is invalid
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

/**
 * Numbers and phrases of this instance, read once. Called at the start, so that an invalid file is found
 * then.
 * @throws Error if the file is invalid
 */
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
