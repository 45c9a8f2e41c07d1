/** A file of an archive as its table of contents names it. */
export type ZipRecord = {
  name: Buffer;
  at: Date;
  crc: number;
  packed: number;
  size: number;
  /** Where the file begins. */
  offset: number;
  /** Whether sizes and sum come after the file, because they were not known before it. */
  isStreamed: boolean;
  /** Whether it lies there as it is. */
  isStored?: boolean;
};

const UTF8 = 0x800;
const SIZES_BEHIND = 0x8;
const STORED = 0;
const DEFLATED = 8;
/** What a field of 32 or of 16 bits says where the number is in the wider record. */
const WIDER = 0xffff_ffff;
const WIDER_COUNT = 0xffff;
/** A file written by a Unix, readable by all: what an unpacker gives it. */
const PLAIN_FILE = (0o100644 << 16) >>> 0;

/** Of one file; an archive may be longer. */
export const MAX_FILE_BYTES = WIDER - 1;

/** Date and time as DOS kept them, in UTC, in steps of two seconds from 1980 to 2107. */
function dosTime(at: Date): { time: number; date: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

/** The fields that are the same before a file and in the table, 26 bytes. */
function writeFields(to: Buffer, at: number, record: ZipRecord, areSizesKnown: boolean): void {
  const { time, date } = dosTime(record.at);
  to.writeUInt16LE(record.offset >= WIDER ? 45 : 20, at);
  to.writeUInt16LE(UTF8 | (record.isStreamed ? SIZES_BEHIND : 0), at + 2);
  to.writeUInt16LE(record.isStored ? STORED : DEFLATED, at + 4);
  to.writeUInt16LE(time, at + 6);
  to.writeUInt16LE(date, at + 8);
  to.writeUInt32LE(areSizesKnown ? record.crc : 0, at + 10);
  to.writeUInt32LE(areSizesKnown ? record.packed : 0, at + 14);
  to.writeUInt32LE(areSizesKnown ? record.size : 0, at + 18);
  to.writeUInt16LE(record.name.length, at + 22);
}

/** What comes before a file. */
export function localHeader(record: ZipRecord): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeFields(header, 4, record, !record.isStreamed);
  return Buffer.concat([header, record.name]);
}

/** What comes after a file whose sizes were not known before it. */
export function dataDescriptor({ crc, packed, size }: ZipRecord): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x0807_4b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

/** A file's line in the table of contents. One that begins behind the fourth gigabyte says so in an extra field. */
export function centralDirectoryEntry(record: ZipRecord): Buffer {
  const isFar = record.offset >= WIDER;
  const line = Buffer.alloc(46);
  line.writeUInt32LE(0x0201_4b50, 0);
  line.writeUInt16LE((3 << 8) | 45, 4);
  writeFields(line, 6, record, true);
  line.writeUInt16LE(isFar ? 12 : 0, 30);
  line.writeUInt32LE(PLAIN_FILE, 38);
  line.writeUInt32LE(isFar ? WIDER : record.offset, 42);
  if (!isFar) return Buffer.concat([line, record.name]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(record.offset), 4);
  return Buffer.concat([line, record.name, extra]);
}

/** The end of an archive; with the wider records of "Zip64" where more than 65,534 files or four gigabytes ask for them. */
export function endOfCentralDirectory(files: number, table: { offset: number; length: number }): Buffer {
  const isWide = files >= WIDER_COUNT || table.offset + table.length >= WIDER;
  const end = Buffer.alloc(22);
  const count = isWide ? WIDER_COUNT : files;
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(isWide ? WIDER : table.length, 12);
  end.writeUInt32LE(isWide ? WIDER : table.offset, 16);
  return isWide ? Buffer.concat([wideEnd(files, table), end]) : end;
}

function wideEnd(files: number, { offset, length }: { offset: number; length: number }): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE((3 << 8) | 45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(files), 24);
  end.writeBigUInt64LE(BigInt(files), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(offset + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
