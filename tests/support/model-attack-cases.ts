import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { ViolationKind } from "~/domain/ai/policy-rules";

/** Prompt injections, each with the reply of a bad model and the rule that the reply violates. */
export const RED_TEAM = parse(readFileSync("tests/fixtures/model-attacks.yaml", "utf8")) as {
  prompt: string;
  answer: string;
  kind: ViolationKind;
}[];
