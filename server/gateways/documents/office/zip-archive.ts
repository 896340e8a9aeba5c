import { constants, crc32, inflateRawSync } from 'node:zlib';
import { MAX_INFLATED_BYTES, MAX_ZIP_ENTRIES } from '../limits.ts';
import { DocumentRefusal } from '../reading.ts';

// Signatures and sizes of the records of a ZIP file (PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16).
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_BYTES = 46;
const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const IS_ENCRYPTED = 1;

type Entry = {
  name: string;
  flags: number;
  method: number;
  checksum: number;
  packedBytes: number;
  bytes: number;
  offset: number;
};
export type ZipArchive = {
  names: string[];
  /** Inflates the entries with these names; names that don't exist are left out. */
  read: (names: string[]) => Map<string, Buffer>;
};

function findEndOfDirectory(file: Buffer): number {
  const first = Math.max(0, file.length - END_OF_DIRECTORY_BYTES - MAX_COMMENT_BYTES);
  for (let at = file.length - END_OF_DIRECTORY_BYTES; at >= first; at -= 1)
    if (file.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new DocumentRefusal('broken');
}

function readDirectory(file: Buffer): Map<string, Entry> {
  const end = findEndOfDirectory(file);
  const count = file.readUInt16LE(end + 10);
  if (count > MAX_ZIP_ENTRIES) throw new DocumentRefusal('too_complex');
  const entries = new Map<string, Entry>();
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_HEADER_BYTES > end || file.readUInt32LE(at) !== CENTRAL_HEADER)
      throw new DocumentRefusal('broken');
    const nameBytes = file.readUInt16LE(at + 28);
    const nameFrom = at + CENTRAL_HEADER_BYTES;
    const entry = {
      name: file.toString('utf8', nameFrom, nameFrom + nameBytes),
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      checksum: file.readUInt32LE(at + 16),
      packedBytes: file.readUInt32LE(at + 20),
      bytes: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    };
    // Programs disagree about which of two entries with one name is the real one.
    if (entries.has(entry.name)) throw new DocumentRefusal('broken');
    entries.set(entry.name, entry);
    at = nameFrom + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

/** Inflates one entry to exactly the size that the directory gives. */
function inflate(file: Buffer, entry: Entry): Buffer {
  if ((entry.flags & IS_ENCRYPTED) !== 0) throw new DocumentRefusal('encrypted');
  const isHeader = entry.offset + LOCAL_HEADER_BYTES <= file.length && file.readUInt32LE(entry.offset) === LOCAL_HEADER;
  if (!isHeader) throw new DocumentRefusal('broken');
  const from =
    entry.offset + LOCAL_HEADER_BYTES + file.readUInt16LE(entry.offset + 26) + file.readUInt16LE(entry.offset + 28);
  const packed = file.subarray(from, from + entry.packedBytes);
  const content = entry.method === STORED ? packed : inflateAtMost(packed, entry);
  const isWhole = content.length === entry.bytes && crc32(content) === entry.checksum;
  if (!isWhole) throw new DocumentRefusal('broken');
  return content;
}

function inflateAtMost(packed: Buffer, { method, bytes }: Entry): Buffer {
  if (method !== DEFLATED) throw new DocumentRefusal('broken');
  try {
    // One more byte than promised is enough to see that the directory lies about the size.
    return inflateRawSync(packed, { maxOutputLength: bytes + 1, finishFlush: constants.Z_FINISH });
  } catch (error) {
    const isLonger = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new DocumentRefusal(isLonger ? 'too_complex' : 'broken');
  }
}

/**
 * Opens a ZIP file by its central directory. Nothing is written to a disk, so that a name is never a path. What is read is bounded twice:
 * by the sizes in the directory before anything is inflated, and by counting while inflating, because those sizes may be lies.
 */
export function openZip(bytes: Uint8Array): ZipArchive {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < END_OF_DIRECTORY_BYTES) throw new DocumentRefusal('broken');
  const entries = readDirectory(file);
  let left = MAX_INFLATED_BYTES;
  return {
    names: [...entries.keys()],
    read: (names) => {
      const wanted = names.map((name) => entries.get(name)).filter((entry) => entry !== undefined);
      left -= wanted.reduce((sum, entry) => sum + entry.bytes, 0);
      if (left < 0) throw new DocumentRefusal('too_complex');
      return new Map(wanted.map((entry) => [entry.name, inflate(file, entry)]));
    },
  };
}
