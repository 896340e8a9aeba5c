import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import satori, { type Font } from 'satori';

const { resolve } = createRequire(import.meta.url);

let ready: Promise<void> | null = null;
let fonts: Promise<Font[]> | null = null;

/** `folder` is one of @fontsource; `face` is `500-normal`. */
async function loadFont(name: string, folder: string, face: string): Promise<Font> {
  const [weight, style] = face.split('-');
  const data = await readFile(resolve(`@fontsource/${folder}/files/${folder}-latin-${face}.woff`));
  return { name, data, weight: Number(weight) as Font['weight'], style: style as Font['style'] };
}

function loadFonts(): Promise<Font[]> {
  return (fonts ??= Promise.all([
    ...['500-normal', '500-italic', '700-normal'].map((face) => loadFont('Besley', 'besley', face)),
    ...['500-normal', '600-normal'].map((face) => loadFont('Hanken Grotesk', 'hanken-grotesk', face)),
  ]));
}

/** What satori draws: a box or a picture, in the subset of CSS that it supports. */
export type Piece = { type: string; key?: string; props: Record<string, unknown> };
type Size = { width: number; height: number };
/** The result, and the size of each piece that has a key. */
type Drawn = { svg: string; sizes: Map<string, Size> };

/** Lays out pieces and turns their text into outlines. */
export async function draw(piece: Piece, size: Size): Promise<Drawn> {
  const sizes = new Map<string, Size>();
  const svg = await satori(piece as unknown as Parameters<typeof satori>[0], {
    ...size,
    fonts: await loadFonts(),
    onNodeDetected: ({ key, width, height }) => {
      if (typeof key === 'string') sizes.set(key, { width, height });
    },
  });
  return { svg, sizes };
}

/** A PNG of an SVG with the given width in pixels. */
export async function toPng(svg: string, width: number): Promise<Buffer> {
  ready ??= readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  await ready;
  const resvg = new Resvg(svg, { fitTo: { mode: 'width', value: width } });
  const image = resvg.render();
  const png = Buffer.from(image.asPng());
  image.free();
  resvg.free();
  return png;
}
