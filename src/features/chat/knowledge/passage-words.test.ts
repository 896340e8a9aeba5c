import { describe, expect, it } from 'vitest';
import { openText, passageName, passagePlace } from './passage-words.ts';

const price = { sourceName: 'Price list fall 2026.pdf', kind: 'file' as const, place: {} };

describe('BRAIN-46: a passage’s name', () => {
  it.each([
    [{ ...price, place: { page: 2 } }, 'Price list fall 2026, p. 2'],
    [{ ...price, place: { sheet: 'Bowls', row: 12 } }, 'Price list fall 2026, row 12'],
    [{ ...price, place: { heading: 'Shipping' } }, 'Price list fall 2026, Shipping'],
    [price, 'Price list fall 2026'],
    [{ ...price, sourceName: 'Everything about our stoneware.docx' }, 'Everything about our…'],
    [{ ...price, sourceName: '.env' }, '.env'],
    [{ ...price, kind: 'page' as const, sourceName: 'www.fernandkiln.example/about.html' }, 'fernandkiln.example'],
    [{ ...price, kind: 'page' as const, sourceName: 'About us · Fern & Kiln' }, 'About us · Fern & Kiln'],
    [
      { ...price, kind: 'site' as const, sourceName: 'shop.example', place: { heading: 'About' } },
      'shop.example, About',
    ],
  ])('%j is %s', (passage, name) => {
    expect(passageName(passage)).toBe(name);
  });
});

describe('BRAIN-46: where a passage stands', () => {
  const now = new Date('2026-11-23T12:00:00');
  const readAt = '2026-11-12T12:00:00';
  it.each([
    [{ place: { page: 2, heading: 'Bowls' }, readAt }, 'Page 2, “Bowls” · read November 12'],
    [{ place: { sheet: 'Prices', row: 4 }, readAt }, 'Sheet “Prices”, row 4 · read November 12'],
    [{ place: { row: 4 }, readAt: null }, 'Row 4'],
    [{ place: {}, readAt }, 'Read November 12'],
  ])('%j: %s', (passage, text) => {
    expect(passagePlace(passage, now)).toBe(text);
  });

  it('is what its link names', () => {
    expect(openText(true, { page: 2 })).toBe('Open page 2');
    expect(openText(true, {})).toBe('Open the file');
    expect(openText(false, {})).toBe('Open the page');
  });
});
