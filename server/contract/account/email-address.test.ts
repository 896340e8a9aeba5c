import * as fc from 'fast-check';
import MimeNode from 'nodemailer/lib/mime-node';
import { describe, expect, test } from 'vitest';
import { parseEmail } from './email-address.ts';

/** Where nodemailer delivers an email to this address. */
function deliveredTo(address: string): string[] {
  const message = new MimeNode('text/plain');
  message.setHeader('to', { name: '', address });
  return message.getEnvelope().to;
}

describe('an email address', () => {
  test.each([
    ['ana@example.com', 'ana@example.com'],
    ["Ana.O'Neil@example.com", "Ana.O'Neil@example.com"],
    ['ana+shop@sub.Example.COM', 'ana+shop@sub.example.com'],
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['ana@BÜCHER.example', 'ana@xn--bcher-kva.example'],
    ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
    ['ana@straße.example', 'ana@xn--strae-oqa.example'],
    ['ana@президент.рф', 'ana@xn--d1abbgf6aiiy.xn--p1ai'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(parseEmail(typed)).toBe(stored);
  });

  test.each([
    ['an angle bracket at the end', 't@gmail.com>'],
    ['an angle bracket in front', '<t@gmail.com'],
    ['a name in front', 'T <t@gmail.com>'],
    ['a zero-width space before the @', 't\u200b@gmail.com'],
    ['a zero-width joiner in the domain', 't@gm\u200dail.com'],
    ['a soft hyphen in the domain', 't@gma\u00adil.com'],
    ['a variation selector in the domain', 't@gmail\ufe0f.com'],
    ['a Hangul filler in the domain', 't@gm\u115fail.com'],
    ['full-width letters in the domain', 't@ｇｍａｉｌ.com'],
    ['an ideographic dot', 't@gmail。com'],
    ['the Kelvin sign for a K', 't@faceboo\u212a.com'],
    ['a dot at the end', 'someone@gmail.com.'],
    ['two dots in a row', 't@gmail..com'],
    ['a control character', 't\u0007@gmail.com'],
    ['a line break', 't@gmail.com\nBcc: all@example.com'],
    ['a comma', 't,all@gmail.com'],
    ['a quoted local part', '"t"@gmail.com'],
    ['a comment', 't(comment)@gmail.com'],
    ['a dot before the @', 't.@gmail.com'],
    ['a local part that isn’t ASCII', 'jósé@gmail.com'],
    ['an IP address', 't@[192.0.2.1]'],
    ['a number for a domain', 't@192.0.2.1'],
    ['a port', 't@gmail.com:25'],
    ['a domain without a dot', 't@localhost'],
    ['an underscore in the domain', 't@g_mail.com'],
    ['a label that ends in a hyphen', 't@xn--gmail-.com'],
    ['two @', 't@u@gmail.com'],
    ['a local part of 65 characters', `${'t'.repeat(65)}@gmail.com`],
    ['a label of 64 characters', `t@${'g'.repeat(64)}.com`],
  ])('with %s is refused', (_, typed) => {
    expect(parseEmail(typed)).toBeUndefined();
  });

  test('has one spelling: no other character can stand for a letter of an ASCII domain, and nothing is parsed twice', () => {
    for (let code = 0x80; code < 0x11_0000; code += 1) {
      const character = String.fromCodePoint(code);
      const stored = parseEmail(`t@gm${character}il.com`);
      if (stored === undefined) continue;
      if (!stored.startsWith('t@xn--') || parseEmail(stored) !== stored)
        expect.fail(`U+${code.toString(16)} gives ${stored}`);
    }
  });

  test('is one that the mail transport sends to without changing it', () => {
    const piece = fc.string({ unit: 'binary', maxLength: 12 });
    const like = fc.tuple(piece, piece, fc.constantFrom('.com', '.example', '。com', '.com.', '>', ''));
    const typed = fc.oneof(
      fc.emailAddress(),
      like.map(([local, domain, end]) => `${local}@${domain}${end}`),
      fc.tuple(fc.emailAddress(), fc.nat(), fc.string({ unit: 'binary', maxLength: 1 })).map(([email, at, extra]) => {
        const place = at % (email.length + 1);
        return email.slice(0, place) + extra + email.slice(place);
      }),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const stored = parseEmail(text);
        if (stored !== undefined) expect(deliveredTo(stored)).toEqual([stored]);
      }),
      { numRuns: 500, seed: 15 },
    );
  });
});
