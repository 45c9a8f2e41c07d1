import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  deserialize,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from "bson";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendField, compileByteProjection } from "./project-bytes.js";

const EVERY_TYPE: Record<string, unknown> = {
  _id: 1,
  double: new Double(1.5),
  string: "words, and a zero \0 among them",
  document: { inner: { deep: [1] } },
  array: [1, "two", { three: 3 }],
  binary: new Binary(Buffer.from([0, 1, 2])),
  id: new ObjectId("65a0c0ffee65a0c0ffee65a0"),
  yes: true,
  date: new Date(0),
  nothing: null,
  pattern: new BSONRegExp("a.*", "i"),
  code: new Code("return 1"),
  symbol: new BSONSymbol("s"),
  scoped: new Code("return x", { x: 1 }),
  int: new Int32(7),
  timestamp: new Timestamp({ t: 1, i: 2 }),
  long: Long.fromNumber(9),
  decimal: Decimal128.fromString("1.25"),
  least: new MinKey(),
  most: new MaxKey(),
  reference: new DBRef("others", new ObjectId("65a0c0ffee65a0c0ffee65a0")),
  ä: "a name of more bytes than letters",
};
const names = Object.keys(EVERY_TYPE);
const bytes = Buffer.from(serialize(EVERY_TYPE));

const projected = (spec: Record<string, unknown>) => {
  const project = compileByteProjection(spec);
  if (!project) throw new Error("not a projection of whole fields");
  return project(bytes);
};

describe("byte projections", () => {
  it("skip a value of every type", () => {
    for (const name of names) {
      const { [name]: _left, ...others } = EVERY_TYPE;
      expect(projected({ [name]: 0 })).toEqual(Buffer.from(serialize(others)));
      const kept = name === "_id" ? { _id: 1 } : { _id: 1, [name]: EVERY_TYPE[name] };
      expect(projected({ [name]: 1 })).toEqual(Buffer.from(serialize(kept)));
    }
  });

  it("skip a DBPointer, which drivers no longer write", () => {
    const pointer = Buffer.from(
      "\x0cp\x00\x02\x00\x00\x00a\x00123456789012\x10n\x00\x05\x00\x00\x00",
      "latin1",
    );
    const document = Buffer.concat([Buffer.alloc(4), pointer, Buffer.alloc(1)]);
    document.writeInt32LE(document.length);
    expect(deserialize(compileByteProjection({ p: 0 })?.(document) ?? document)).toEqual({ n: 5 });
  });

  it("reject bytes with a wrong length", () => {
    for (const [at, byte] of [
      [bytes.indexOf("string") + 10, 0xff],
      [bytes.indexOf("document") + 9, 0x00],
    ] as const) {
      const damaged = Buffer.from(bytes);
      damaged[at] = byte;
      expect(() => compileByteProjection({ most: 0 })?.(damaged)).toThrow("invalid BSON");
    }
  });

  it("include or exclude any subset of the fields", () => {
    fc.assert(
      fc.property(fc.subarray(names), fc.boolean(), (some, keeps) => {
        const kept = names.filter((name) => some.includes(name) === keeps || (keeps && name === "_id"));
        if (some.length === 0) return;
        const spec = Object.fromEntries(some.map((name) => [name, keeps]));
        const isOnlyId = some.length === 1 && some[0] === "_id";
        if (isOnlyId) return;
        expect(projected(spec)).toEqual(
          Buffer.from(serialize(Object.fromEntries(kept.map((name) => [name, EVERY_TYPE[name]])))),
        );
      }),
      { seed: 20261126 },
    );
  });
});

describe("appendField", () => {
  it("appends a field to a document with values of any type", () => {
    for (const [name, value] of Object.entries(EVERY_TYPE)) {
      const { [name]: _, ...rest } = EVERY_TYPE;
      expect(appendField(serialize(rest), name, value)).toEqual(serialize({ ...rest, [name]: value }));
    }
    expect(appendField(serialize({}), "only", 1)).toEqual(serialize({ only: 1 }));
  });

  it("appends nothing if a top-level field has exactly this name", () => {
    expect(appendField(serialize({ a: 1, part: 2 }), "part", 3)).toBeUndefined();
    expect(appendField(serialize({ parts: 1, in: { part: 2 } }), "part", 3)).toEqual(
      serialize({ parts: 1, in: { part: 2 }, part: 3 }),
    );
  });
});
