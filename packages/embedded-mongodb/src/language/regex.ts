import { errors, MongoError } from "../errors.js";

/** Escapes that JavaScript lacks or interprets differently. */
const ESCAPES: Record<string, string> = {
  A: "(?<![\\s\\S])",
  z: "(?![\\s\\S])",
  Z: "(?=\\n?(?![\\s\\S]))",
  h: "[ \\t]",
};
const ESCAPES_IN_CLASS: Record<string, string> = { h: " \\t", s: " \\t\\n\\v\\f\\r" };

/**
 * Rewrites a Perl-compatible pattern for JavaScript, so that it either means the same or fails to compile: the dot
 * excludes only \n, `$` also matches before a last \n, \s is ASCII, x ignores white space and comments.
 */
function translate(pattern: string, flags: Set<string>): string {
  let out = "";
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if (char === "\\") {
      const next = pattern[++i] ?? "";
      if (inClass)
        out += ESCAPES_IN_CLASS[next] ?? (/[A-Za-z0-9^$\\.*+?()[\]{}|/-]/.test(next) ? `\\${next}` : next);
      else if (next === "s" || next === "S") out += `[${next === "S" ? "^" : ""}${ESCAPES_IN_CLASS.s}]`;
      else out += ESCAPES[next] ?? (/[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(next) ? `\\${next}` : next);
    } else if (inClass) {
      if (char === "]") inClass = false;
      out += char === "[" && pattern[i + 1] !== ":" ? "\\[" : char;
    } else if (char === "[") {
      inClass = true;
      out += char;
    } else if (flags.has("x") && /\s/.test(char)) {
      continue;
    } else if (flags.has("x") && char === "#") {
      while (i + 1 < pattern.length && pattern[i + 1] !== "\n") i++;
    } else if (char === "." && !flags.has("s")) {
      out += "[^\\n]";
    } else if (char === "$" && !flags.has("m")) {
      out += ESCAPES.Z;
    } else if (
      (char === "{" && !/^\{\d+(,\d*)?\}/.test(pattern.slice(i))) ||
      (char === "}" && !/\{\d+(,\d*)?$/.test(pattern.slice(0, i)))
    ) {
      out += `\\${char}`;
    } else {
      out += char;
    }
  }
  return out;
}

/** Maximum steps of a match in the worst case: about ten milliseconds. */
const MAX_STEPS = 5e7;
const MAX_CHARACTERS = 2000;
const MAX_CHOICES = 8;

/**
 * Exponent of a match's worst-case number of steps in the length of the text. Each unbounded repetition, except one at
 * the very end, adds one, as does a pattern without an anchor. Infinity if the steps grow exponentially.
 */
function growthOf(pattern: string): number {
  const plain = pattern
    .replace(/\\(?:[1-9]|k<)/g, "(?=")
    .replace(/\\./gs, "a")
    .replace(/\[\^?\]?[^\]]*\]/g, "a");
  if (pattern.length > MAX_CHARACTERS || /\(\?<?[=!]/.test(plain)) return Infinity;
  const endless = /[*+]|\{\d\d+\}|\{\d+,(?:\d\d+)?\}/;
  let rest = plain.replace(/\(\?:?/g, "(");
  const inner = /\(([^()]*)\)([*+]|\{\d+(?:,\d*)?\})?/;
  for (let found = inner.exec(rest); found; found = inner.exec(rest)) {
    const [group, content = "", repeated] = found;
    if (repeated && (endless.test(content) || content.includes("|") || /[?{]/.test(content))) return Infinity;
    rest = rest.replace(group, () => (repeated ? `a${repeated}` : content));
  }
  if (rest.split(/[?{]/).length > MAX_CHOICES) return Infinity;
  const repetitions =
    rest.replace(/(?:[*+]|\{\d+,\d*\})\??$/, "").match(new RegExp(endless, "g"))?.length ?? 0;
  return repetitions + (/^\^[^|]*$/.test(rest) ? 0 : 1);
}

/** Compiles a regular expression; an anchored one has the literal `prefix` of its matches. */
export function compileRegex(
  pattern: string,
  options: string,
): { test(text: string): boolean; prefix: string | undefined } {
  const unknown = /[^imsxu]/.exec(options);
  if (unknown) throw new MongoError(51108, `invalid flag in regex options: ${unknown[0]}`);
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const body = inline ? pattern.slice(inline[0].length) : pattern;
  const flags = new Set(options + (inline?.[1] ?? ""));
  try {
    const kept = [...flags].filter((flag) => "ims".includes(flag)).join("");
    const regex = new RegExp(translate(body, flags), `${kept}u`);
    const longest = MAX_STEPS ** (1 / Math.max(1, growthOf(body)));
    const test = (text: string): boolean => {
      if (text.length > longest)
        throw errors.notImplemented(`A pattern that may run for very long on ${text.length} characters`);
      return regex.test(text);
    };
    return { test, prefix: flags.size === 0 ? prefixOf(body) : undefined };
  } catch (cause) {
    throw new MongoError(51091, `Regular expression is invalid: ${(cause as Error).message}`);
  }
}

function prefixOf(pattern: string): string | undefined {
  const match = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])+)(.?)/su.exec(pattern);
  if (!match || pattern.includes("|")) return undefined;
  const literal = match[1]!.replace(/\\(.)/gsu, "$1");
  // These quantifiers make the last character optional, so it is not part of the prefix.
  const optional = ["*", "?", "{"].includes(match[2]!);
  return (optional ? [...literal].slice(0, -1).join("") : literal) || undefined;
}
