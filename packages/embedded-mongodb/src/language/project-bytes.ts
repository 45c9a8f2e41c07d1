import { onDemand } from "bson";
import type { Doc } from "./bson.js";
import { isNumeric, truthy } from "./number.js";

/**
 * A projection that only names whole fields of the document itself, as one that copies bytes: what is left out of a page of
 * documents is most of them, and need not be decoded for that. Undefined for any other projection.
 */
export function compileByteProjection(spec: Doc): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const named = new Map<string, boolean>();
  for (const [path, value] of Object.entries(spec)) {
    if (path.includes(".") || !(isNumeric(value) || typeof value === "boolean")) return undefined;
    named.set(path, truthy(value));
  }
  const others = [...named].find(([name]) => name !== "_id")?.[1] ?? named.get("_id");
  const keeps = (name: string) => named.get(name) ?? (name === "_id" || !others);
  return (bytes) => copyFields(bytes, keeps);
}

function copyFields(bytes: Uint8Array, keeps: (name: string) => boolean): Uint8Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const copy = Buffer.allocUnsafe(source.length);
  let length = 4;
  for (const [, nameAt, nameLength, valueAt, valueLength] of onDemand.parseToElements(bytes)) {
    if (!keeps(source.toString("utf8", nameAt, nameAt + nameLength))) continue;
    // The type stands before the name.
    length += source.copy(copy, length, nameAt - 1, valueAt + valueLength);
  }
  copy[length++] = 0;
  copy.writeInt32LE(length, 0);
  return copy.subarray(0, length);
}
