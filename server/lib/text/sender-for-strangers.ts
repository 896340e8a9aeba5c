const NAME_MAX = 40;
/** A phone number has at least this many digits. */
const PHONE_DIGITS = 7;

/** Digits of every script, those of Chinese among them, which count as letters elsewhere. */
const DIGIT = /[\p{N}零一二三四五六七八九]/gu;
/** The end of a domain, with either of the dots that browsers take for one; compatibility forms have become these two. */
const DOMAIN = /[.。]\p{L}{2}/u;
/** Words that are hardly in a name unless it spells out a link. */
const LINK_WORDS = new Set(['http', 'https', 'www', 'dot', 'com', 'net', 'org', 'io', 'ly', 'gg']);
/** What nobody sees: it could part the digits of a number or the letters of a domain. */
const INVISIBLE = /[\p{Cf}\u034f\ufe00-\ufe0f]/gu;
/** What isn't part of a word in a name, so that no mail program makes a link of the rest. */
const NOT_WORDS = /[^\p{L}\p{M}\p{N}&’'-]+/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lengthOf = (text: string): number => [...text].length;

/** At most `NAME_MAX` characters, cut at a word if that leaves more than half of it. */
function cutName(name: string): string {
  if (lengthOf(name) <= NAME_MAX) return name;
  let kept = '';
  for (const { segment } of graphemes.segment(name)) {
    if (lengthOf(kept) + lengthOf(segment) >= NAME_MAX) break;
    kept += segment;
  }
  const lastSpace = kept.lastIndexOf(' ');
  const cut = (lastSpace > NAME_MAX / 2 ? kept.slice(0, lastSpace) : kept).trim();
  return cut === '' ? '' : `${cut}…`;
}

/** The name without signs; empty if it says more than a name: a phone number, an address or a link. */
function plainName(name: string): string {
  const visible = name.toWellFormed().normalize('NFKC').replaceAll(INVISIBLE, '');
  if ((visible.match(DIGIT)?.length ?? 0) >= PHONE_DIGITS || visible.includes('@') || DOMAIN.test(visible)) return '';
  const words = visible.replaceAll(NOT_WORDS, ' ').trim();
  if (
    words
      .toLowerCase()
      .split(' ')
      .some((word) => LINK_WORDS.has(word))
  )
    return '';
  return cutName(words);
}

/**
 * Who someone is, in the body of an email to an address that hasn't confirmed anything, and on the page that it leads to. People choose
 * their business's name, so it could otherwise carry any message to strangers in our name; in such an email's subject it never stands.
 */
export function senderForStrangers({ name, email }: { name: string; email: string }): string {
  const plain = plainName(name);
  return plain === '' ? email : `${plain} (${email})`;
}
