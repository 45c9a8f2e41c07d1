import type { Intention } from "~/domain/prayers/intention";
import { fromYaml, toYaml } from "~/platform/yaml.server";
import { asInFile } from "./file-values";
import { IntentionSchema, type IntentionInFile } from "./intention-file";

const FORMAT = "still-and-know/intention-1";

/** "intentions/2026-11-22 kq3f.md" */
export const intentionName = ({ since, id }: Intention) => `intentions/${since} ${id}.md`;

/** An intention as a file: front matter, then what came of it. */
export function intentionMarkdown(intention: Intention): string {
  const { came, rhythm, ...rest } = asInFile(IntentionSchema, intention);
  const { kind, ...when } = rhythm;
  return `---\n${toYaml({ ...rest, rhythm: kind, ...when, format: FORMAT })}---\n\n${came}\n`;
}

/** The way back; undefined for a file that is none of these, null for one that cannot be read. */
export function intentionFromMarkdown(source: string): IntentionInFile | null | undefined {
  const file = /^[^\n]*\r\n/.test(source) ? source.replaceAll("\r\n", "\n") : source;
  const [whole, yaml] = /^---\n([\s\S]*?\n)---\n/.exec(file) ?? [];
  if (!whole || !yaml?.includes(FORMAT)) return undefined;
  const front = fromYaml(yaml);
  if (front?.format !== FORMAT) return front ? undefined : null;
  const rhythm = { ...front, kind: front.rhythm };
  const came = file.slice(whole.length).replace(/^\n/, "").replace(/\n$/, "");
  return IntentionSchema.safeParse({ ...front, rhythm, came }).data ?? null;
}
