import { expect, test } from 'vitest';
import type { UserId } from '#db/types.gen.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { Section } from '#server/gateways/documents/reading.ts';
import type { DescribeImage } from './describe-image.ts';
import { readFileSource } from './read-file-source.ts';

const PAGES = [1, 2, 3];
const prompt = 'image@1';
type Description = Awaited<ReturnType<DescribeImage>>;

/** A PDF of three scanned pages, of which each is described in turn. */
async function readScans(describe: (page: number) => Promise<Description>, sections: Section[] = []) {
  const scans = PAGES.map((page) => ({ page, width: 800, height: 1_000, bytes: new Uint8Array([page]) }));
  const document = { kind: 'pdf', title: 'Menu', sections, scans, unit: 'page', count: 3 } as const;
  const documents: DocumentReader = {
    readDocument: async () => document,
    close: () => undefined,
  };
  const reading = await readFileSource(
    { name: 'menu.pdf', content: new Uint8Array([1]) },
    {
      documents,
      describeImage: (_, { bytes }) => describe(bytes[0] ?? 0),
      owner: 'maya' as UserId, // reason: nothing looks her up
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  );
  if (typeof reading === 'string') return reading;
  return { pages: reading.passages.map(({ page }) => page), leftOut: reading.leftOut?.scans ?? 0 };
}

const text = (page: number): Description => ({ text: `Rye loaf, page ${page}`, prompt });

test.each<[string, (page: number) => Promise<Description>, Awaited<ReturnType<typeof readScans>>]>([
  ['are all read', async (page) => text(page), { pages: [1, 2, 3], leftOut: 0 }],
  [
    'stay read when the budget is used up in between',
    async (page) => (page === 2 ? 'over budget' : text(page)),
    { pages: [1], leftOut: 2 },
  ],
  [
    'stay read when the model fails in between, since a retry would begin again',
    async (page) => (page === 3 ? Promise.reject(new Error('HTTP 500')) : text(page)),
    { pages: [1, 2], leftOut: 1 },
  ],
  [
    'are read without one that is too large',
    async (page) => (page === 2 ? { problem: 'file_image_too_large' } : text(page)),
    { pages: [1, 3], leftOut: 1 },
  ],
  ['wait when the budget is used up before the first', async () => 'over budget', 'over budget'],
  ['are refused by a model that sees no images', async () => ({ problem: 'images_refused' }), 'scan_refused'],
])('the scanned pages of a document %s', async (_, describe, expected) => {
  expect(await readScans(describe)).toEqual(expected);
});

test('the few words on a picture are kept if no model can see it, and the owner is told what wasn’t read', async () => {
  const sections = [{ path: [], place: { page: 1 }, text: 'Open Sunday 9 to 5' }];
  expect(await readScans(async () => ({ problem: 'images_refused' }), sections)).toEqual({ pages: [1], leftOut: 3 });
});
