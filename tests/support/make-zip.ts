import { crc32, deflateRawSync } from "node:zlib";

type Lie = { claimedSize?: number; encrypted?: boolean };

/** Builds a possibly malicious archive, with any file names and false sizes. */
export function makeZip(files: ({ name: string; data: Buffer | string } & Lie)[]): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimedSize, encrypted } of files) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(encrypted ? 0x801 : 0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedSize ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    table.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, entry.subarray(2), Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(table);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), end]);
}
