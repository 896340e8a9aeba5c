import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * The layout of a tar archive (POSIX ustar): a header of one block for each file, then its content, padded to whole
 * blocks.
 */
const BLOCK = 512;
const NAME = { at: 0, length: 100 };
const SIZE = { at: 124, length: 12 };
const CHECKSUM = { at: 148, length: 8 };
const TYPE_AT = 156;
const MAGIC_AT = 257;

function setChecksum(header: Buffer): void {
  header.fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.length);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1');
}

const sizeIn = (header: Buffer) => Number.parseInt(header.toString('latin1', SIZE.at, SIZE.at + SIZE.length), 8);

function nameIn(header: Buffer): string {
  const name = header.toString('utf8', NAME.at, NAME.at + NAME.length);
  return name.split('\0')[0] ?? '';
}

/** A file that only its owner may read. */
function secretFile(name: string, text: string): Buffer {
  const content = Buffer.from(text);
  const file = Buffer.alloc(BLOCK + Math.ceil(content.length / BLOCK) * BLOCK);
  const octal = (value: number) => `${value.toString(8).padStart(11, '0')}\0`;
  const modifiedAt = octal(Math.floor(Date.now() / 1_000));
  file.write(name, NAME.at);
  file.write(`0000600\0${'0000000\0'.repeat(2)}${octal(content.length)}${modifiedAt}`, NAME.length, 'latin1');
  file.write('0', TYPE_AT);
  file.write('ustar\x0000', MAGIC_AT, 'latin1');
  setChecksum(file.subarray(0, BLOCK));
  content.copy(file, BLOCK);
  return file;
}

/**
 * The content of a data directory as a gzipped tar archive: the dump of the embedded database (gzipped, with names like
 * `/PG_VERSION`) in `pglite`, and the key as `app-secret`, unless it is null.
 */
export function backupArchive(dump: Uint8Array, secret: string | null): Buffer {
  const archive = gunzipSync(dump);
  let at = 0;
  while (at < archive.length && archive[at] !== 0) {
    const header = archive.subarray(at, at + BLOCK);
    const name = `pglite${nameIn(header)}`;
    if (name.length > NAME.length) throw new Error(`${name} is too long for the archive`);
    header.write(name, NAME.at);
    setChecksum(header);
    at += BLOCK + Math.ceil(sizeIn(header) / BLOCK) * BLOCK;
  }
  const key = secret === null ? [] : [secretFile('app-secret', secret)];
  return gzipSync(Buffer.concat([archive.subarray(0, at), ...key, Buffer.alloc(2 * BLOCK)]));
}
