import { deflateSync } from "node:zlib";
import { makeZip } from "#tests/support/make-zip";
import { findVersification } from "~/domain/scripture/translations/sword-module.server";

/** Verses by book, chapter and number, with the markup of the module. */
export type Verses = Record<string, Record<number, Record<number, string>>>;
type Sword = { verses: Verses; versification?: string; conf?: Record<string, string>; name?: string };

/** The files of a SWORD module in CrossWire's format: one compressed block per book. */
export function swordFiles({ verses, versification = "KJV", conf = {}, name = "tiny" }: Sword) {
  const settings = {
    DataPath: `./modules/texts/ztext/${name}/`,
    ModDrv: "zText",
    SourceType: "OSIS",
    Encoding: "UTF-8",
    CompressType: "ZIP",
    BlockType: "BOOK",
    Versification: versification,
    Description: "A Tiny Bible",
    Lang: "en",
    DistributionLicense: "Public Domain",
    ...conf,
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  const files = [
    { name: `mods.d/${name}.conf`, data: `[${name}]\n${lines.join("\n")}\n` as string | Buffer },
  ];
  const counted = findVersification(versification) ?? findVersification("KJV");
  for (const testament of ["ot", "nt"] as const) {
    const parts = testamentOf(counted?.[testament] ?? [], verses);
    for (const [part, data] of Object.entries(parts))
      files.push({ name: `modules/texts/ztext/${name}/${testament}.bz${part}`, data });
  }
  return files;
}

function testamentOf(books: { osis: string; last: number[] }[], verses: Verses) {
  const index: number[][] = [[], []];
  const blocks: Buffer[] = [];
  for (const { osis, last } of books) {
    index.push([]);
    let text = "";
    for (const [at, count] of last.entries()) {
      index.push([]);
      for (let verse = 1; verse <= count; verse++) {
        const verseText = verses[osis]?.[at + 1]?.[verse] ?? "";
        index.push(verseText ? [blocks.length, Buffer.byteLength(text), Buffer.byteLength(verseText)] : []);
        text += verseText;
      }
    }
    blocks.push(Buffer.from(text));
  }
  const packed = blocks.map((block) => deflateSync(block));
  let at = 0;
  const blockIndex = packed.flatMap((block, number) => {
    const line = [at, block.length, blocks[number]?.length ?? 0];
    at += block.length;
    return line;
  });
  return {
    s: Buffer.from(Uint32Array.from(blockIndex).buffer),
    v: Buffer.concat(
      index.map(([block = 0, start = 0, size = 0]) => {
        const line = Buffer.alloc(10);
        line.writeUInt32LE(block, 0);
        line.writeUInt32LE(start, 4);
        line.writeUInt16LE(size, 8);
        return line;
      }),
    ),
    z: Buffer.concat(packed),
  };
}

export const swordZip = (module: Sword): Buffer => makeZip(swordFiles(module));

/** A complete book of a versification; the text of each verse is its reference. */
export function wholeBook(versification: string, osis: string): Verses {
  const all = findVersification(versification);
  const book = [...(all?.ot ?? []), ...(all?.nt ?? [])].find((other) => other.osis === osis);
  const chapters = (book?.last ?? []).map((count, at) => [
    at + 1,
    Object.fromEntries(
      Array.from({ length: count }, (_, verse) => [verse + 1, `${osis} ${at + 1} verse ${verse + 1}`]),
    ),
  ]);
  return { [osis]: Object.fromEntries(chapters) as Record<number, Record<number, string>> };
}
