import { MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from './limits.ts';
import { DocumentRefusal, type ImageType } from './reading.ts';

type Size = { width: number; height: number };
const broken = () => new DocumentRefusal('broken');

/** PNG: chunks of length, type, data and checksum; the first is the header, the last is the end. */
function readPng(file: Buffer): Size {
  let at = 8;
  while (file.toString('latin1', at + 4, at + 8) !== 'IEND') {
    at += file.readUInt32BE(at) + 12;
    if (at + 12 > file.length) throw broken();
  }
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Markers of a JPEG's frame header: SOF0 to SOF15 without DHT, JPG and DAC, which lie between them. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** JPEG: segments of marker, length and data up to the scan, which ends with a marker. A thumbnail lies inside a segment. */
function readJpeg(file: Buffer): Size {
  let size: Size | undefined;
  let at = 2;
  while (file.readUInt8(at) === 0xff) {
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === START_OF_SCAN) break;
    else {
      if (isFrameHeader(marker)) size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
      at += 2 + file.readUInt16BE(at + 2);
    }
  }
  if (!size || !file.includes(END_OF_IMAGE, at)) throw broken();
  return size;
}

/** GIF: the logical screen is in the header, and the file ends with a semicolon, perhaps padded. */
function readGif(file: Buffer): Size {
  if (!file.subarray(-16).includes(0x3b)) throw broken();
  return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
}

/** WebP: a RIFF file whose first chunk says how it is encoded. */
function readWebp(file: Buffer): Size {
  if (file.readUInt32LE(4) + 8 > file.length) throw broken();
  const chunk = file.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ') return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') throw broken();
  const bits = file.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const READERS: Record<ImageType, (file: Buffer) => Size> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
};
export const isImageType = (mime: string): mime is ImageType => Object.hasOwn(READERS, mime);

/** An image's size, read from its header; it is never decoded. Refuses one that is cut off or has more pixels than models accept. */
export function readImageSize(bytes: Uint8Array, mime: ImageType): Size {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: Size;
  try {
    size = READERS[mime](file);
  } catch {
    // Reading beyond the end.
    throw broken();
  }
  const { width, height } = size;
  if (width === 0 || height === 0) throw broken();
  if (Math.max(width, height) > MAX_IMAGE_SIDE || width * height > MAX_IMAGE_PIXELS)
    throw new DocumentRefusal('image_too_large');
  return size;
}
