import type { IconFile } from '#contract/site/icons.ts';
import { logoOnPaper, plainLogo, tabLogo } from './logo.ts';
import { toPng } from './paint.ts';

/** A system may crop a maskable icon to any shape; only a circle of four fifths is sure to stay visible. Source: W3C, maskable icons. */
const MASKABLE_SHARE = 0.5;
const SHEET_SHARE = 0.64;
const ICO_SIZES = [16, 32, 48];

/** An ICO file containing PNGs. Source: Microsoft, ICO file format (since Windows Vista). */
export function packIco(pictures: { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Every icon, by file name. */
export async function drawIcons(): Promise<Map<IconFile, Buffer>> {
  const small = await Promise.all(ICO_SIZES.map(async (size) => ({ size, png: await toPng(plainLogo(), size) })));
  return new Map<IconFile, Buffer>([
    ['favicon.ico', packIco(small)],
    ['icon.svg', Buffer.from(tabLogo())],
    ['apple-touch-icon.png', await toPng(logoOnPaper(SHEET_SHARE), 180)],
    ['icon-192.png', await toPng(logoOnPaper(SHEET_SHARE), 192)],
    ['icon-512.png', await toPng(logoOnPaper(SHEET_SHARE), 512)],
    ['icon-maskable-512.png', await toPng(logoOnPaper(MASKABLE_SHARE), 512)],
  ]);
}
