import { describe, expect, it } from 'vitest';
import { scrollTarget } from './scroll-target.ts';
import { scrollDistance } from './use-scroll-keys.ts';

describe('after a question was sent', () => {
  const at = (height: number) => scrollTarget('question', { height, viewHeight: 600, questionTop: 1_000 });

  it('the answer is followed while its question moves up', () => {
    expect(at(1_100)).toBe(500);
    expect(at(1_400)).toBe(800);
  });

  it('the question stays at the top, however long the answer grows', () => {
    expect(at(2_000)).toBe(984);
    expect(at(9_000)).toBe(984);
  });
});

describe('otherwise', () => {
  it('the end of the thread is in view', () =>
    expect(scrollTarget('end', { height: 2_000, viewHeight: 600, questionTop: 1_000 })).toBe(1_400));

  it('a thread shorter than the view does not move', () =>
    expect(scrollTarget('question', { height: 300, viewHeight: 600, questionTop: 100 })).toBe(0));
});

describe('a key', () => {
  const held = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  const by = (key: string, more = {}) => scrollDistance({ key, ...held, ...more }, { height: 4_000, viewHeight: 600 });

  it('scrolls by most of a page, or to where the thread begins or ends', () => {
    expect([by('PageUp'), by('PageDown'), by('Home'), by('End')]).toEqual([-540, 540, -4_000, 4_000]);
  });

  it('is left to the browser otherwise', () => {
    expect([by('ArrowUp'), by('a'), by('End', { shiftKey: true }), by('Home', { metaKey: true })]).toEqual(
      Array.from({ length: 4 }, () => null),
    );
  });
});
