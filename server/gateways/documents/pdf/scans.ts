import { crc32, deflateSync } from 'node:zlib';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import type { Scan } from '../reading.ts';

/** pdf.js operations that draw an image or change where it is drawn, and its pixel formats. */
const PAINT_IMAGE = 85;
const [SAVE, RESTORE, TRANSFORM, BEGIN_FORM, END_FORM] = [10, 11, 12, 74, 75];
const BITS = 1;
const RGB = 2;
/** Pictures with fewer pixels on a side are logos and signatures. */
const MIN_SIDE = 300;
/** Minimum share of the page that a scan covers, if there is also text on the page. */
const MIN_SHARE = 0.6;
/** Enough to read small print; models shrink larger pictures. */
const MAX_SIDE = 1_600;

type Picture = { width: number; height: number; kind: number; data: Uint8Array | Uint8ClampedArray };

const isPicture = (value: unknown): value is Picture =>
  typeof value === 'object' && value !== null && 'data' in value && 'width' in value && ArrayBuffer.isView(value.data);

function lightnessAt({ width, kind, data }: Picture, x: number, y: number): number {
  if (kind === BITS) return ((data[y * Math.ceil(width / 8) + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
  const size = kind === RGB ? 3 : 4;
  const at = (y * width + x) * size;
  return ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 151 + (data[at + 2] ?? 0) * 28) >> 8;
}

/** The image in grayscale, scaled down and rotated as the page is shown. */
function shrink(picture: Picture, turns: number): { width: number; height: number; rows: Buffer } {
  const step = Math.max(1, Math.max(picture.width, picture.height) / MAX_SIDE);
  const across = Math.floor(picture.width / step);
  const down = Math.floor(picture.height / step);
  const [width, height] = turns % 2 === 0 ? [across, down] : [down, across];
  // Each row of a PNG begins with the number of its filter: none.
  const rows = Buffer.alloc((width + 1) * height);
  const samples = Math.min(3, Math.ceil(step));
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1) {
      let sum = 0;
      for (let dy = 0; dy < samples; dy += 1)
        for (let dx = 0; dx < samples; dx += 1)
          sum += lightnessAt(picture, Math.floor((x + dx / samples) * step), Math.floor((y + dy / samples) * step));
      const [column, row] = [
        [x, y],
        [down - 1 - y, x],
        [across - 1 - x, down - 1 - y],
        [y, across - 1 - x],
      ][turns] ?? [x, y];
      rows[(row ?? 0) * (width + 1) + 1 + (column ?? 0)] = Math.round(sum / (samples * samples));
    }
  return { width, height, rows };
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

function toPng({ width, height, rows }: ReturnType<typeof shrink>): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of gray.
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Matrix = readonly [number, number, number, number];
const isMatrix = (value: unknown): value is Matrix =>
  Array.isArray(value) && value.length >= 4 && value.slice(0, 4).every((part) => typeof part === 'number');
/** How large something is drawn when it is scaled by `inner` and then by `outer`. */
const scaled = (outer: Matrix, [a, b, c, d]: Matrix): Matrix => [
  outer[0] * a + outer[2] * b,
  outer[1] * a + outer[3] * b,
  outer[0] * c + outer[2] * d,
  outer[1] * c + outer[3] * d,
];

/** The area in which each image is drawn, by the index of its drawing operation. */
function findAreas(operations: readonly number[], args: readonly unknown[]): Map<number, number> {
  const areas = new Map<number, number>();
  const saved: Matrix[] = [];
  let now: Matrix = [1, 0, 0, 1];
  for (const [index, operation] of operations.entries()) {
    const given: unknown = operation === BEGIN_FORM && Array.isArray(args[index]) ? args[index][0] : args[index];
    if (operation === SAVE || operation === BEGIN_FORM) saved.push(now);
    if (operation === RESTORE || operation === END_FORM) now = saved.pop() ?? now;
    if ((operation === TRANSFORM || operation === BEGIN_FORM) && isMatrix(given)) now = scaled(now, given);
    if (operation === PAINT_IMAGE) areas.set(index, Math.abs(now[0] * now[3] - now[1] * now[2]));
  }
  return areas;
}

/**
 * The picture that fills a page without text, as a scanner makes it; null if there is none. Pictures in the formats of
 * fax machines and of JPEG 2000 are unreadable: our build of pdf.js has no decoder for them. Beside a little text, such
 * as a page number or a stamp, only a picture that covers most of the page is a scan.
 */
export async function readScan(page: PDFPageProxy, hasText: boolean): Promise<Scan | 'unreadable' | null> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const areas = findAreas(fnArray, argsArray);
  const [left = 0, bottom = 0, right = 0, top = 0]: number[] = page.view;
  const minArea = hasText ? MIN_SHARE * Math.abs((right - left) * (top - bottom)) : 0;
  let largest: Picture | undefined;
  let isUnreadable = false;
  for (const [index, operation] of fnArray.entries()) {
    const [id, width, height]: unknown[] = operation === PAINT_IMAGE ? argsArray[index] : [];
    if (typeof id !== 'string' || Math.min(Number(width), Number(height)) < MIN_SIDE) continue;
    if ((areas.get(index) ?? 0) < minArea) continue;
    const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
    const picture = await new Promise<unknown>((resolve) => void objects.get(id, resolve));
    if (!isPicture(picture)) isUnreadable = true;
    else if (!largest || picture.width * picture.height > largest.width * largest.height) largest = picture;
  }
  if (!largest) return isUnreadable ? 'unreadable' : null;
  const shrunk = shrink(largest, (((page.rotate / 90) % 4) + 4) % 4);
  return { page: page.pageNumber, width: shrunk.width, height: shrunk.height, bytes: toPng(shrunk) };
}
