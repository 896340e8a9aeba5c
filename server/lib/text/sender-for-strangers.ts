const NAME_MAX = 40;
/** A phone number has at least this many digits. */
const PHONE_DIGITS = 7;

/** Digits of every script, including Chinese numerals, which Unicode classifies as letters. */
const DIGIT = /[\p{N}零一二三四五六七八九]/gu;
/** The end of a domain, with either of the dots that browsers accept; NFKC turns the other forms into these two. */
const DOMAIN = /[.。]\p{L}{2}/u;
/** Words that are hardly ever in a name unless it spells out a link. */
const LINK_WORDS = new Set(['http', 'https', 'www', 'dot', 'com', 'net', 'org', 'io', 'ly', 'gg']);
/** Invisible characters, which could split up a phone number or a domain. */
const INVISIBLE = /[\p{Cf}\u034f\ufe00-\ufe0f]/gu;
/**
 * Everything except words, commas, and the periods in "Inc." and "J.R.". Once it's removed, no mail program turns
 * a name into a link.
 */
const NOT_WORDS = /(?:[^\p{L}\p{M}\p{N}&’',.-]|(?<![\p{L}\p{M}])\.|\.(?!$|[\s,]|\p{L}\.)|(?<![\p{L}\p{M}\p{N}.]),)+/gu;

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

/** The name without punctuation; empty if it contains a phone number, an address or a link. */
function plainName(name: string): string {
  const visible = name.toWellFormed().normalize('NFKC').replaceAll(INVISIBLE, '');
  if ((visible.match(DIGIT)?.length ?? 0) >= PHONE_DIGITS || visible.includes('@') || DOMAIN.test(visible)) return '';
  const words = visible.replaceAll(NOT_WORDS, ' ').trim();
  if (
    words
      .toLowerCase()
      .split(' ')
      .some((word) => LINK_WORDS.has(word.replaceAll(/[.,]/g, '')))
  )
    return '';
  return cutName(words);
}

/**
 * Names a sender in the body of an email to an unconfirmed address, and on the page that the email links to. People
 * choose their business's name, so it could carry any message to strangers in our name. It never appears in the
 * subject.
 */
export function senderForStrangers({ name, email }: { name: string; email: string }): string {
  const plain = plainName(name);
  return plain === '' ? email : `${plain} (${email})`;
}
