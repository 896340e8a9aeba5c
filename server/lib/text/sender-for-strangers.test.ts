import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { senderForStrangers } from './sender-for-strangers.ts';

const EMAIL = 'maya@fernandkiln.example';
const sender = (name: string) => senderForStrangers({ name, email: EMAIL });
const shown = (name: string) => sender(name).replace(` (${EMAIL})`, '');

test.each([
  ['Fern & Kiln', 'Fern & Kiln'],
  ['  O’Brien’s   Bakery ', 'O’Brien’s Bakery'],
  ['Jean-Luc & Söhne', 'Jean-Luc & Söhne'],
  ['陶器の店', '陶器の店'],
  ['Studio 54', 'Studio 54'],
  ['Est. 2019, Unit 12', 'Est. 2019, Unit 12'],
  ['J.R. Smith', 'J.R. Smith'],
  ['St. Mary’s', 'St. Mary’s'],
  ['Smith, Jones & Co., Inc.', 'Smith, Jones & Co., Inc.'],
  [',,Fern,, Kiln 3.5', 'Fern, Kiln 3 5'],
  ['Ｆｅｒｎ', 'Fern'],
  ['<b>Win</b>\r\nBcc', 'b Win b Bcc'],
  ['\u202eevil\u202c \ud800', 'evil'],
])('the name %j is shown to a stranger as %j', (name, expected) => {
  expect(shown(name)).toBe(expected);
});

test.each([
  ['a phone number', 'Your bank: call +1 (800) 555-0199'],
  ['a phone number among words', '80 call 05 us 55 now 0199'],
  ['full-width digits', '８００ ５５５ ０１９９'],
  ['Arabic digits', '٨٠٠٥٥٥٠١٩٩'],
  ['circled digits', '⑧⓪⓪⑤⑤⑤⓪'],
  ['dingbat digits', '❽❷❸❺❺❺❶'],
  ['Chinese digits', '八〇〇五五五〇一九九'],
  ['keycaps', '8\ufe0f\u20e30\ufe0f\u20e30\ufe0f\u20e35\ufe0f\u20e35\ufe0f\u20e35\ufe0f\u20e30\ufe0f\u20e3'],
  ['digits with nothing visible between them', '8\u200b0\u200d0\u20605\u00ad5\u034f5\ufeff0'],
  ['an address', 'write to win@evil.example'],
  ['a full-width address', 'win＠evil'],
  ['a domain', 'example.com'],
  ['a domain with another dot', 'example。com'],
  ['a domain with a half-width dot', 'example｡com'],
  ['a domain with a full-width dot', 'example．com'],
  ['a domain with a leader', 'example․com'],
  ['a domain in another script', 'пример.рф'],
  ['a domain in mathematical letters', '𝐞𝐱𝐚𝐦𝐩𝐥𝐞.𝐜𝐨𝐦'],
  ['a domain with an invisible character', 'example.\u200dcom'],
  ['a short link', 'bit.ly/x1'],
  ['a short link in words', 'Bit ly WIN'],
  ['a spelled-out domain', 'example dot com'],
  ['a domain in pieces', 'example. com.'],
  ['a link', 'https://evil'],
  ['a link without a scheme', 'WWW evil'],
  ['nothing', ''],
  ['signs only', '🎁 !!! 🎁'],
  ['one letter with hundreds of marks', `a${'\u0301'.repeat(300)}`],
])('a name with %s is left out, and the address stands for the sender', (_, name) => {
  expect(sender(name)).toBe(EMAIL);
});

test('a long name is cut at a word, at 40 characters', () => {
  expect(shown('You have won a brand new car and must call')).toBe('You have won a brand new car and must…');
  expect(shown('x'.repeat(120))).toBe(`${'x'.repeat(39)}…`);
  expect(shown('क्षि'.repeat(30))).toBe(`${'क्षि'.repeat(9)}…`);
});

test('a stranger sees at most 40 characters of any name, with no domain, no at sign and fewer than seven digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
      const words = shown(name);
      if (words === EMAIL) return;
      expect([...words].length).toBeLessThanOrEqual(40);
      expect(words).not.toMatch(/[.。][\p{L}\p{N}]{2}|[。@/:\p{C}]/u);
      expect(words.match(/\p{N}/gu)?.length ?? 0).toBeLessThan(7);
    }),
  );
});
