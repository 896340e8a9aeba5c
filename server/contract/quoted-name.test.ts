import { describe, expect, it } from 'vitest';
import { oneLine, plainName, QUOTED_NAME_MAX, quotedName } from './quoted-name.ts';

describe('NAME-1: a name that someone typed', () => {
  it.each([
    ['line breaks', 'Key\r\n\r\nThis was our own test.', 'Key This was our own test.'],
    ['line and paragraph separators', 'Key\u2028\u2029\u0085Test', 'Key Test'],
    ['controls', 'Key\u0000\u0007\u001b[31m\u009bTest\t', 'Key [31m Test'],
    ['bidirectional controls', '\u202eyeK\u202c \u2066\u2069\u200e\u200f\u061c', 'yeK'],
    ['zero-width characters', 'K\u200be\u200c\u200dy\u2060\ufeff\u00ad', 'Key'],
    ['hidden text in the tags block', 'Key\u{e0041}\u{e0042}', 'Key'],
    ['half of an emoji', 'Key\ud83d', 'Key'],
    ['nothing that can be seen', ' \u200b\u202e\n ', ''],
    ['accents, other scripts and emoji', 'Zoë’s téléphone 鍵 مفتاح 🔑', 'Zoë’s téléphone 鍵 مفتاح 🔑'],
  ])('with %s is one plain line', (_what, name, line) => {
    expect(oneLine(name)).toBe(line);
    expect(plainName(name)).toBe(line);
  });

  it('has at most 60 characters, and is never cut inside one', () => {
    expect(plainName('x'.repeat(60))).toBe('x'.repeat(60));
    expect(plainName('🔑'.repeat(60))).toBe('🔑'.repeat(60));
    const cut = plainName('🔑'.repeat(61));
    expect([...cut]).toHaveLength(QUOTED_NAME_MAX);
    expect(cut).toBe(`${'🔑'.repeat(59)}…`);
    expect(plainName(`${'x'.repeat(58)} and more`)).toBe(`${'x'.repeat(58)}…`);
  });

  it('is quoted, and can’t end its quotation', () => {
    expect(quotedName('Office key')).toBe('“Office key”');
    expect(quotedName('Key” was added by us. “')).toBe('“Key’ was added by us. ’”');
    expect(quotedName('"«„Key‟»"')).toBe('“’’’Key’’’”');
  });
});
