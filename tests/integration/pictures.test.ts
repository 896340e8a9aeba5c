import { describe, expect, test } from 'vitest';
import { ASSISTANTS, assistantById } from '#contract/chat/assistants.ts';
import { ICON_FILES } from '#contract/site/icons.ts';
import { articlePicture, SITE_PICTURE, SOCIAL_PICTURE_SIZE } from '#contract/site/social-picture.ts';
import { drawIcons } from '../../scripts/pictures/icons.ts';
import { drawArticleCard, drawSiteCard } from '../../scripts/pictures/social-card.ts';

const PNG_MARK = '89504e470d0a1a0a';

/** Width and height of a PNG, from its first chunk. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(0, 8).toString('hex')).toBe(PNG_MARK);
  expect(png.subarray(12, 16).toString()).toBe('IHDR');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('link preview images', () => {
  const { width, height } = SOCIAL_PICTURE_SIZE;

  test('are 1200 by 630', async () => {
    expect([width, height]).toEqual([1200, 630]);
    expect(sizeOf(await drawSiteCard())).toEqual([width, height]);
  });

  test.each([
    ['a word', 'Numbers'],
    ['a usual title', 'How to brief an AI assistant, and how to check its work'],
    [
      'a very long one',
      'What to automate first, and what never to, told by someone who has done it for years and years on end',
    ],
    ['a very long word', 'Donaudampfschifffahrtsgesellschaft'],
  ])('accept %s', async (_name, title) => {
    expect(sizeOf(await drawArticleCard({ title, author: assistantById('milli') }))).toEqual([width, height]);
  });

  test('refuse a title that does not fit', async () => {
    const title = 'far too long '.repeat(60);
    await expect(drawArticleCard({ title, author: assistantById('milli') })).rejects.toThrow('too long');
  });

  test('can show every author', async () => {
    for (const author of ASSISTANTS)
      expect((await drawArticleCard({ title: 'Hello', author })).length).toBeGreaterThan(0);
  }, 30_000);

  test('change their URL with their title', () => {
    const author = assistantById('milli');
    const [one, two] = ['One', 'Two'].map((title) => articlePicture({ slug: 'a', title, author }));
    expect(one?.path).toMatch(/^\/assets\/social\/a-\w+\.png$/);
    expect(two?.path).not.toBe(one?.path);
    expect(articlePicture({ slug: 'a', title: 'One', author })).toEqual(one);
    expect(SITE_PICTURE.path).toMatch(/^\/assets\/social\/site-\w+\.png$/);
  });
});

describe('icons', () => {
  test('are all created in the size their name says', async () => {
    const icons = await drawIcons();
    expect([...icons.keys()].toSorted()).toEqual([...ICON_FILES].toSorted());
    for (const [name, icon] of icons) {
      if (!name.endsWith('.png')) continue;
      const size = name === 'apple-touch-icon.png' ? 180 : Number(/\d+/.exec(name)?.[0]);
      expect(sizeOf(icon)).toEqual([size, size]);
    }
  });

  test('include three sizes in favicon.ico', async () => {
    const ico = (await drawIcons()).get('favicon.ico') ?? Buffer.alloc(0);
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
    for (const [index, size] of [16, 32, 48].entries()) {
      const at = 6 + 16 * index;
      const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)];
      expect(ico.readUInt8(at)).toBe(size);
      expect(sizeOf(ico.subarray(offset, offset + length))).toEqual([size, size]);
    }
  });
});
