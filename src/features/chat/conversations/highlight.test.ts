import { describe, expect, it } from 'vitest';
import { splitAtText } from './highlight.tsx';

const hits = (title: string, search: string) =>
  splitAtText(title, search)
    .filter(({ isHit }) => isHit)
    .map((part) => part.text);

describe('what a search marks in a title', () => {
  it.each([
    ['Kiln opening, kilns', 'kiln', ['Kiln', 'kiln']],
    ['Annual kiln', 'ual ki', ['ual ki']],
    ['Käse für ÄPFEL', 'äpf', ['ÄPF']],
    ['restaurant', 'taur', ['taur']],
    ['Bowls for the kiln', 'kiln bowl', []],
    ['a.b', '.', ['.']],
    ['<b>bold</b>', '<b>', ['<b>']],
    ['Our e-mails', 'e-mail', ['e-mail']],
    ['nothing here', '', []],
  ])('in %j for %j is %j', (text, search, expected) => expect(hits(text, search)).toEqual(expected));

  it('can be any sign on a keyboard', () => {
    for (let code = 32; code < 127; code += 1) {
      const search = `a${String.fromCodePoint(code)}b`;
      expect(hits(`before ${search} after`, search)).toContain(search);
    }
  });

  it('leaves the text itself as it is', () => {
    const parts = splitAtText('Kiln <i>opening</i>', 'open');
    expect(parts.map(({ text }) => text).join('')).toBe('Kiln <i>opening</i>');
  });
});
