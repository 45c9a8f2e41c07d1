import { makeZip } from "#tests/support/make-zip";
import fc, { anyCharacters } from "#tests/support/properties";
import { isTar, openTar } from "~/platform/zip/read-tar.server";
import { openArchive } from "~/platform/zip/read-zip.server";

/** Fragments that mean something in one of the formats. */
const FRAGMENTS = [
  ...[
    "",
    "\n",
    "\n\n",
    "\t",
    "<",
    ">",
    "<![CDATA[",
    "]]>",
    "&#0;",
    "&#x110000;",
    "&lol;",
    '"',
    "|",
    "[",
    "[[",
  ],
  ...["]]", "{", "}", "\0", "\u0001", "\ud800", "-1", "null", "1e999", "#", "*", ":", "/", "---\n"],
  ...["=".repeat(30), "0000-00-00", "2024-05-06", "9".repeat(20)],
];
/** Values that replace others in JSON. */
const VALUES = [
  null,
  true,
  -1,
  1e300,
  "",
  "\u{20000}",
  "x".repeat(500),
  [],
  {},
  [null],
  { type: 7 },
  "0000-00-00",
];

/** Each edit damages one file of an archive: it removes and inserts characters, or changes a value in JSON. */
export const fileEdits = fc.array(
  fc.record({
    file: fc.nat({ max: 50 }),
    // Not `fc.double`, because most of its values are near 0.
    at: fc.nat({ max: 9_999 }).map((tenThousandths) => tenThousandths / 10_000),
    removed: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
    inserted: fc.oneof(fc.constantFrom(...FRAGMENTS), anyCharacters(10)),
    value: fc.option(fc.constantFrom(...VALUES), { freq: 2, nil: undefined }),
  }),
  { minLength: 1, maxLength: 3 },
);
type FileEdit = typeof fileEdits extends fc.Arbitrary<(infer Edit)[]> ? Edit : never;

/** Removes and inserts characters. If the text is JSON and the first edit has a `value`, the edits change values in it. */
export function damageText(text: string, edits: readonly FileEdit[]): string {
  const json = edits[0]?.value === undefined ? undefined : parseJson(text);
  if (json !== undefined) {
    for (const edit of edits) damageValue(json, edit);
    return JSON.stringify(json);
  }
  return edits.reduce((damaged, { at, removed, inserted }) => {
    const start = Math.floor(at * damaged.length);
    return damaged.slice(0, start) + inserted + damaged.slice(start + removed);
  }, text);
}

function parseJson(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Appends `inserted` to a text in the JSON if the edit removes nothing, otherwise replaces a value with `value`. */
function damageValue(json: object, { at, removed, inserted, value = inserted }: FileEdit): void {
  const places: { parent: Record<string, unknown>; key: string }[] = [];
  const visit = (parent: Record<string, unknown>): void => {
    for (const [key, child] of Object.entries(parent)) {
      places.push({ parent, key });
      if (typeof child === "object" && child !== null) visit(child as Record<string, unknown>);
    }
  };
  visit(json as Record<string, unknown>);
  const texts = places.filter(({ parent, key }) => typeof parent[key] === "string");
  const chosen = removed === 0 ? texts : places;
  const place = chosen[Math.floor(at * chosen.length)];
  if (!place) return;
  const old = place.parent[place.key];
  place.parent[place.key] = removed === 0 ? `${String(old)}${inserted}` : structuredClone(value);
}

/** Damages a file or, in an archive, the files inside; the archive itself stays valid. */
export async function damageFile(bytes: Buffer, edits: readonly FileEdit[]): Promise<Buffer> {
  const isZip = bytes.readUInt16BE(0) === 0x504b;
  if (!isZip && !isTar(bytes)) return Buffer.from(damageText(bytes.toString(), edits));
  const source = {
    size: bytes.length,
    read: (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length)),
  };
  const { files } = await (isZip ? openArchive(bytes, 100) : openTar(source, 100));
  const members = await Promise.all(
    files.map(async ({ name, read }) => ({ name, data: await read(1_000_000) })),
  );
  const texts = members.filter(({ name }) => !/\.(?:png|jpe?g|pdf)$/.test(name));
  for (const [at, member] of texts.entries()) {
    const own = edits.filter(({ file }) => file % texts.length === at);
    if (own.length > 0) member.data = Buffer.from(damageText(member.data.toString(), own));
  }
  return makeZip(members);
}
