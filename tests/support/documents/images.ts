import { crc32, deflateSync } from 'node:zlib';

const bytes = (...values: number[]) => Buffer.from(values);
const uint32 = (value: number) => bytes(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
const uint16 = (value: number) => bytes(value >>> 8, value & 255);
const littleEndian = (value: number, size: number) =>
  Buffer.from(
    uint32(value)
      .subarray(4 - size)
      .toReversed(),
  );

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

/** A PNG; `description` is what it says about itself, which the sandbox's model reads. */
export const aPng = (width: number, height: number, description = ''): Buffer =>
  Buffer.concat([
    bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), bytes(8, 0, 0, 0, 0)])),
    ...(description === '' ? [] : [chunk('tEXt', Buffer.from(`Description\u0000${description}`))]),
    chunk('IDAT', deflateSync(Buffer.alloc(16))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A JPEG whose thumbnail is a JPEG with an end of its own. */
export const aJpeg = (width: number, height: number): Buffer => {
  const thumbnail = bytes(0xff, 0xd8, 0xff, 0xd9);
  return Buffer.concat([
    bytes(0xff, 0xd8, 0xff, 0xe1),
    uint16(2 + thumbnail.length),
    thumbnail,
    bytes(0xff, 0xc0, 0, 11, 8),
    uint16(height),
    uint16(width),
    bytes(1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x12, 0x34, 0x56, 0x78),
    bytes(0xff, 0xd9),
  ]);
};

export const aGif = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    littleEndian(width, 2),
    littleEndian(height, 2),
    bytes(0, 0, 0),
    Buffer.alloc(8),
    bytes(0x3b),
  ]);

export const aWebp = (width: number, height: number): Buffer => {
  const header = Buffer.concat([bytes(0, 0, 0, 0), littleEndian(width - 1, 3), littleEndian(height - 1, 3)]);
  const body = Buffer.concat([Buffer.from('WEBPVP8X'), littleEndian(header.length, 4), header]);
  return Buffer.concat([Buffer.from('RIFF'), littleEndian(body.length, 4), body]);
};
