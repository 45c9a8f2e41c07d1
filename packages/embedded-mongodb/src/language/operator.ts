import type { Doc } from "./bson.js";
import type { Collation } from "./compare.js";
import { isNumeric, toNumber } from "./number.js";

/** What an expression's meaning depends on besides its text. */
export type ExpressionOptions = {
  now: Date;
  let?: Doc;
  collation?: Collation;
  random?: () => number;
};

/** An operator whose arguments are all evaluated before it runs. */
export type Operator = {
  /** Least and greatest number of arguments; with `named`, how many of those are required. */
  arity: [least: number, most?: number];
  /** The arguments' names when they are given as a document, required ones first. */
  named?: string[];
  /** Whether the first named argument may stand alone. */
  short?: boolean;
  /** The code of errors about the arguments. */
  code?: number;
  run(args: unknown[], options: ExpressionOptions, name: string): unknown;
};

/** Whether a value is null or missing. */
export function nil(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether there is a null or missing value among arguments; those before it are checked first, as MongoDB does. */
export function nilAmong(args: unknown[], check: (value: unknown) => void): boolean {
  for (const value of args) {
    if (nil(value)) return true;
    check(value);
  }
  return false;
}

/** MongoDB's truth: everything but false, null, missing and zero. */
export function truthy(value: unknown): boolean {
  return isNumeric(value) ? toNumber(value) !== 0 : !nil(value) && value !== false;
}

type Run = Operator["run"];
/** An operator that takes a list of arguments. */
export const of = (least: number, most: number | undefined, run: Run): Operator => ({
  arity: [least, most],
  run,
});
/** No limit to the number of arguments. */
export const MANY = Infinity;
