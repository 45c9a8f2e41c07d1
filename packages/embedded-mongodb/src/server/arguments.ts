import { serialize } from "bson";
import { errors, MongoError } from "../errors.js";
import { decode, isDoc, isNullish, type Doc } from "../language/bson.js";
import { asBuffer, type Request } from "./wire.js";

/** Parsed lists of field names. The cache is bounded by the number of commands. */
const listed = new Map<string, ReadonlySet<string>>();

function namesIn(list: string): ReadonlySet<string> {
  const known = listed.get(list);
  if (known) return known;
  const names = new Set(list.split(" "));
  listed.set(list, names);
  return names;
}

/** @throws MongoError for fields that are not in the list, and for options that only a MongoDB server has */
export function checkFields(doc: Doc, known: string, where: string): void {
  const names = namesIn(known);
  for (const [name, value] of Object.entries(doc)) {
    if (isNullish(value)) continue;
    if (name === "collation" && names.has(name)) checkCollation(value);
    else if (name === "let" && names.has(name)) checkVariables(value);
    else if (!names.has(name))
      throw new MongoError(40415, `BSON field '${where}.${name}' is an unknown field.`);
  }
}

/** Accepts the simple collation only: strings are compared by their bytes. */
function checkCollation(value: unknown): void {
  if (!isDoc(value)) throw new MongoError(14, "BSON field 'collation' is the wrong type, expected 'object'");
  if (value["locale"] !== "simple") throw errors.notImplemented("A collation");
}

/** Rejects variables, because only expressions, which are not supported, could use them. */
function checkVariables(value: unknown): void {
  if (!isDoc(value) || Object.keys(value).length > 0) throw errors.notImplemented("The option 'let'");
}

/** @throws MongoError if one of these options is present and not false */
export function refuseOptions(doc: Doc, names: string[], where: string): void {
  for (const name of names) {
    const value = doc[name];
    if (!isNullish(value) && value !== false) throw errors.notImplemented(`${where} with '${name}'`);
  }
}

/** The document under `name`; absent and null give an empty one. */
export function docArgument(command: Doc, name: string): Doc {
  const value = command[name];
  if (isNullish(value)) return {};
  if (isDoc(value)) return value;
  throw new MongoError(14, `BSON field '${name}' is the wrong type, expected type 'object'`);
}

/** The whole number under `name`, or `otherwise`. */
export function numberArgument(command: Doc, name: string, otherwise: number): number {
  const value = command[name];
  if (isNullish(value)) return otherwise;
  const number = typeof value === "boolean" || typeof value === "string" ? NaN : Number(value);
  if (!Number.isFinite(number))
    throw new MongoError(14, `BSON field '${name}' is the wrong type, expected a number`);
  return Math.trunc(number);
}

/** The whole number under `name`, or undefined. @throws MongoError for a negative number */
export function countArgument(command: Doc, name: string): number | undefined {
  if (isNullish(command[name])) return undefined;
  const number = numberArgument(command, name, 0);
  if (number >= 0) return number;
  throw new MongoError(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
}

/** The boolean under `name`. Like MongoDB, it accepts numbers. */
export function flagArgument(command: Doc, name: string, otherwise = false): boolean {
  const value = command[name];
  if (isNullish(value)) return otherwise;
  return typeof value === "boolean" ? value : Number(value) !== 0;
}

/** The collection that a command names in its first field. */
export function collectionArgument(command: Doc): string {
  const [verb = ""] = Object.keys(command);
  const name = command[verb];
  if (typeof name !== "string")
    throw new MongoError(73, `collection name has invalid type for command '${verb}'`);
  if (name === "" || name.startsWith(".") || name.includes("\0"))
    throw errors.invalidNamespace(`${String(command["$db"])}.${name}`);
  return name;
}

/** Documents of a list argument, raw, from the message's own section or from the command. */
export function rawDocuments(request: Request, name: string): Buffer[] {
  const section = request.sequences.get(name);
  if (section) return section;
  return listArgument(request.body, name).map((item) =>
    asBuffer(serialize(item, { ignoreUndefined: false })),
  );
}

/** Documents of a list argument, decoded. */
export function documents(request: Request, name: string): Doc[] {
  const section = request.sequences.get(name);
  return section ? section.map((raw) => decode(raw)) : listArgument(request.body, name);
}

function listArgument(command: Doc, name: string): Doc[] {
  const value = command[name];
  if (!Array.isArray(value))
    throw new MongoError(40414, `BSON field '${name}' is missing but a required field`);
  if (!value.every(isDoc)) throw new MongoError(14, `BSON field '${name}' must be an array of objects`);
  return value;
}
