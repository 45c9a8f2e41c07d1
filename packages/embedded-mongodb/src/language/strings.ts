import { Int32 } from "bson";
import { MongoError } from "../errors.js";
import { typeName, typeNumber, type Doc } from "./bson.js";
import { regexParts } from "./compare.js";
import { isNumeric, toNumber } from "./number.js";
import { nil, nilAmong, type Operator } from "./operator.js";
import { compileRegex } from "./regex.js";

function text(value: unknown, name: string, code: number): string {
  if (typeof value !== "string")
    throw new MongoError(code, `${name} requires a string argument, found: ${typeName(value)}`);
  return value;
}

/** What $toUpper, $toLower and $substr make of a value that is no string. */
function asText(value: unknown, name: string): string {
  if (nil(value)) return "";
  if (typeof value === "string") return value;
  if (isNumeric(value)) return String(value);
  if (value instanceof Date) return value.toISOString();
  throw new MongoError(16007, `can't convert from BSON type ${typeName(value)} to String in ${name}`);
}

function count(value: unknown, name: string): number {
  if (!isNumeric(value)) throw new MongoError(34450, `${name}: needs a number, found ${typeName(value)}`);
  return Math.trunc(toNumber(value));
}

/** A part of a string by bytes; it must not cut through a character. */
function substring([value, start, length]: unknown[], _: unknown, name: string): unknown {
  const bytes = Buffer.from(asText(value, name));
  const [from, size] = [count(start, name), count(length, name)];
  if (from < 0) throw new MongoError(50752, `${name}: starting index must be non-negative (got: ${from})`);
  const to = size < 0 ? bytes.length : Math.min(bytes.length, from + size);
  for (const [at, code] of [
    [from, 28656],
    [to, 28657],
  ] as const) {
    if (at < bytes.length && (bytes[at]! & 0xc0) === 0x80)
      throw new MongoError(
        code,
        `${name}: Invalid range, starting or ending index is in the middle of a UTF-8 character.`,
      );
  }
  return bytes.subarray(from, to).toString();
}

/** Finds a string in another, both as lists of units (bytes or code points). */
function indexOf(units: (value: string) => readonly unknown[]): Operator {
  return {
    arity: [2, 4],
    run([value, wanted, start, end], _, name) {
      if (nil(value)) return null;
      const [all, part] = [units(text(value, name, 40091)), units(text(wanted, name, 40092))];
      const from = nil(start) ? 0 : count(start, name);
      const last = Math.min(all.length, nil(end) ? Infinity : count(end, name)) - part.length;
      for (let at = from; at <= last; at++)
        if (part.every((unit, i) => unit === all[at + i])) return new Int32(at);
      return new Int32(-1);
    },
  };
}

/** The white space that $trim removes when it is not told what to remove. */
const SPACE = "\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a";

function trimmer(left: boolean, right: boolean): Operator {
  return {
    arity: [1],
    named: ["input", "chars"],
    run([given], _, name) {
      const { input, chars = SPACE } = given as Doc;
      if (nil(input) || nil(chars)) return null;
      const all = [...text(input, name, 50699)];
      const unwanted = new Set(text(chars, name, 50700));
      let [from, to] = [0, all.length];
      while (left && from < to && unwanted.has(all[from]!)) from++;
      while (right && to > from && unwanted.has(all[to - 1]!)) to--;
      return all.slice(from, to).join("");
    },
  };
}

function replacer(all: boolean): Operator {
  return {
    arity: [3],
    named: ["input", "find", "replacement"],
    run([given], _, name) {
      const { input, find, replacement } = given as Doc;
      if (nil(input) || nil(find) || nil(replacement)) return null;
      const [subject, wanted, other] = [
        text(input, name, 51746),
        text(find, name, 51745),
        text(replacement, name, 51744),
      ];
      return all ? subject.replaceAll(wanted, () => other) : subject.replace(wanted, () => other);
    },
  };
}

function regexOperator(
  run: (matches: RegExpMatchArray[], subject: string) => unknown,
  none: unknown,
): Operator {
  return {
    arity: [2],
    named: ["input", "regex", "options"],
    run([given], _, name) {
      const { input, regex, options } = given as Doc;
      if (nil(input) || nil(regex)) return none;
      const subject = text(input, name, 51104);
      const { pattern, options: own } =
        typeNumber(regex) === 11 ? regexParts(regex) : { pattern: text(regex, name, 51105), options: "" };
      if (options && own)
        throw new MongoError(
          51107,
          `${name}: found regex option(s) specified in both 'regex' and 'option' fields`,
        );
      const { source, flags } = compileRegex(pattern, nil(options) ? own : text(options, name, 51106)).regex;
      const all = [...subject.matchAll(new RegExp(source, `${flags}g`))];
      // There is nothing to be found after the last character.
      return run(
        all.filter(({ index }) => index === 0 || index < subject.length),
        subject,
      );
    },
  };
}

function found(match: RegExpMatchArray, subject: string): Doc {
  const idx = new Int32([...subject.slice(0, match.index)].length);
  return { match: match[0], idx, captures: match.slice(1).map((each) => each ?? null) };
}

const unary = (run: (value: unknown, name: string) => unknown): Operator => ({
  arity: [1],
  run: ([value], _, name) => run(value, name),
});

/** The operators on strings. */
export const STRINGS: Record<string, Operator> = {
  $concat: {
    arity: [0, Infinity],
    run: (args) => {
      const check = (value: unknown): void => {
        if (typeof value !== "string")
          throw new MongoError(16702, `$concat only supports strings, not ${typeName(value)}`);
      };
      if (nilAmong(args, check)) return null;
      return args.join("");
    },
  },
  // Only ASCII letters change their case, as in MongoDB.
  $toLower: unary((value, name) =>
    asText(value, name).replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  ),
  $toUpper: unary((value, name) =>
    asText(value, name).replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  ),
  $strcasecmp: {
    arity: [2],
    run: ([a, b], _, name) => {
      const [left, right] = [asText(a, name).toUpperCase(), asText(b, name).toUpperCase()];
      return new Int32(left < right ? -1 : left > right ? 1 : 0);
    },
  },
  $strLenBytes: unary((value, name) => new Int32(Buffer.byteLength(text(value, name, 34473)))),
  $strLenCP: unary((value, name) => new Int32([...text(value, name, 34471)].length)),
  $substr: { arity: [3], run: substring },
  $substrBytes: { arity: [3], run: substring },
  $substrCP: {
    arity: [3],
    run: ([value, start, length], _, name) => {
      const from = count(start, name);
      const size = count(length, name);
      if (from < 0 || size < 0)
        throw new MongoError(from < 0 ? 34454 : 34455, `${name}: index and length must be nonnegative`);
      return [...asText(value, name)].slice(from, from + size).join("");
    },
  },
  $indexOfBytes: indexOf((value) => [...Buffer.from(value)]),
  $indexOfCP: indexOf((value) => [...value]),
  $split: {
    arity: [2],
    run: ([value, separator], _, name) => {
      if (nil(value) || nil(separator)) return null;
      const by = text(separator, name, 40086);
      if (by === "") throw new MongoError(40087, "$split requires a non-empty separator");
      return text(value, name, 40085).split(by);
    },
  },
  $trim: trimmer(true, true),
  $ltrim: trimmer(true, false),
  $rtrim: trimmer(false, true),
  $replaceOne: replacer(false),
  $replaceAll: replacer(true),
  $regexMatch: regexOperator((matches) => matches.length > 0, false),
  $regexFind: regexOperator((matches, subject) => (matches[0] ? found(matches[0], subject) : null), null),
  $regexFindAll: regexOperator((matches, subject) => matches.map((match) => found(match, subject)), []),
};
