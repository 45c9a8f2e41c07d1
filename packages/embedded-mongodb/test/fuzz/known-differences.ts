import type { Document } from "mongodb";
import { text, type Answer, type Operation } from "./operations.js";

/** One operation on which the servers differ. */
export type Difference = {
  operation: Operation;
  /** Content of the collection before the operation. */
  before: Document[];
  /** The results or, if those are equal, the content of the collections afterwards. */
  ours: Answer;
  theirs: Answer;
};

type Known = {
  name: string;
  reason: string;
  /** A seed that produces the difference, if the default seed does not. */
  seed?: number;
  is(difference: Difference): boolean;
};

const uses = ({ operation }: Difference, pattern: RegExp): boolean =>
  pattern.test(text(operation.parameters));
const codes = ({ ours, theirs }: Difference, our: number, their?: number): boolean =>
  ours.code === our && theirs.code === their;
const bothSucceed = ({ ours, theirs }: Difference): boolean =>
  ours.code === undefined && theirs.code === undefined;

/** Paths that an operation sorts by. */
function sorted({ operation: { method, parameters } }: Difference): string[] {
  const sorts =
    method === "aggregate"
      ? parameters.map((stage) => stage.$sort as Document)
      : parameters.map((part) => part.sort as Document);
  return sorts.flatMap((sort) => Object.keys(sort ?? {}));
}

/** Whether a path leads to an array without elements. */
function meetsEmptyArray(value: unknown, [name, ...rest]: string[]): boolean {
  if (Array.isArray(value)) {
    return name === undefined
      ? value.length === 0
      : value.some((item) => meetsEmptyArray(item, [name, ...rest])) ||
          meetsEmptyArray(value[Number(name)], rest);
  }
  if (name === undefined || value === null || typeof value !== "object") return false;
  return meetsEmptyArray((value as Document)[name], rest);
}

/** Whether the results are equal after `forgive` has removed the permitted difference. */
const differOnlyBy = ({ ours, theirs }: Difference, forgive: (answer: string) => string): boolean =>
  forgive(text(ours.result)) === forgive(text(theirs.result));

const withoutOrder = (answer: string): string => [...answer].sort().join("");
const withoutShells = (answer: string): string => withoutOrder(answer.replace(/,"d":\{\}|"d":\{\},/g, ""));
const asNumbers = (answer: string): string =>
  answer.replace(/\{"\$numberDecimal":"([^"]*)"\}/g, (_, digits: string) => String(Number(digits)));
const withoutModified = (answer: string): string => answer.replace(/"modifiedCount":(\{[^}]*\}|\d+)/, "");

/** Known differences of DocumentDB, the other server, from MongoDB's documentation. */
export const documentDb: Known[] = [
  {
    name: "$count of nothing",
    reason: "gives a count of 0 instead of no document",
    is: (difference) =>
      uses(difference, /"\$count"/) &&
      /^\[\{"n":\{"\$number\w+":"0"\}\}\]$/.test(text(difference.theirs.result)),
  },
  {
    name: "$all of nothing",
    reason: "matches everything instead of nothing",
    is: (difference) => bothSucceed(difference) && uses(difference, /"\$all":\[\]/),
  },
  {
    name: "sort: two arrays",
    reason: "sorts by them instead of refusing",
    is: (difference) => codes(difference, 2) && /parallel arrays/.test(difference.ours.message ?? ""),
  },
  {
    name: "sort: an empty array",
    reason: "sorts it with null instead of before it",
    is: (difference) =>
      bothSucceed(difference) &&
      sorted(difference).some((path) =>
        difference.before.some((doc) => meetsEmptyArray(doc, path.split("."))),
      ),
  },
  {
    name: "update: two changes of one path",
    reason: "does not see the conflict when no document is changed",
    is: (difference) => codes(difference, 40),
  },
  {
    name: "$pop from what is no array",
    reason: "gives 2 where MongoDB gives 14",
    is: (difference) => codes(difference, 14, 2) && uses(difference, /"\$pop"/),
  },
  {
    name: "$unset below an array",
    reason: "gives an error where MongoDB changes nothing",
    is: (difference) =>
      difference.ours.code === undefined && difference.theirs.code === 28 && uses(difference, /"\$unset"/),
  },
  {
    name: "a field below an empty array",
    reason: "gives 9 where MongoDB gives 28",
    is: (difference) => codes(difference, 28, 9),
  },
  {
    name: "an empty array is not made",
    reason: "leaves the field out when nothing is to be put in",
    is: (difference) =>
      bothSucceed(difference) && uses(difference, /"\$each":\[\]|"\$slice":\{"\$numberInt":"0"\}/),
  },
  {
    name: "a shell on the way to nothing",
    reason: "makes the documents on the way to a field that it then does not change",
    is: (difference) =>
      bothSucceed(difference) &&
      uses(difference, /"\$(pop|pull|pullAll|rename)"/) &&
      differOnlyBy(difference, withoutShells),
  },
  {
    name: "$mul of a missing field",
    reason: "gives a decimal zero without the places of the factor",
    is: (difference) =>
      uses(difference, /"\$mul"/) && differOnlyBy(difference, (answer) => withoutOrder(asNumbers(answer))),
  },
  {
    name: "$inc and $mul of a boolean",
    reason: "takes it for a number instead of refusing",
    is: (difference) =>
      difference.ours.code === 14 &&
      difference.theirs.code === undefined &&
      /\bbool\b/.test(difference.ours.message ?? ""),
  },
  {
    name: "order of new fields",
    reason: "adds them as the update names them instead of by the alphabet",
    is: (difference) =>
      bothSucceed(difference) && difference.operation.writes && differOnlyBy(difference, withoutOrder),
  },
  {
    name: "sort: two fields of one array",
    reason: "takes the least of each field instead of the least element",
    seed: 7,
    is: (difference) =>
      bothSucceed(difference) && ["k.e", "k.f"].every((path) => sorted(difference).includes(path)),
  },
  {
    name: "$in with numbers of several kinds",
    reason: "does not find a double by an equal decimal",
    seed: 7,
    is: (difference) => bothSucceed(difference) && uses(difference, /"\$in":\[[^\]]*Decimal/),
  },
  {
    name: "$rename from below a scalar",
    reason: "does not refuse it when another operator is there",
    seed: 7,
    is: (difference) =>
      difference.ours.code === 28 && difference.theirs.code === undefined && uses(difference, /"\$rename"/),
  },
  {
    name: "$[] beside a position",
    reason: "refuses it before a document is there in which the two meet",
    seed: 7,
    is: (difference) =>
      difference.ours.code === undefined && difference.theirs.code === 40 && uses(difference, /\$\[\]/),
  },
];

/** Known differences of the embedded server from MongoDB. */
export const embedded: Known[] = [
  {
    name: "modifiedCount",
    reason: "counts documents that have changed; MongoDB counts some that were written as they were",
    is: (difference) => differOnlyBy(difference, withoutModified),
  },
];
