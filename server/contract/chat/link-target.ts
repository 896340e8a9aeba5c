/** Browsers and Node both have URL, but the contract includes the types of neither. */
declare const URL: new (address: string) => { protocol: string; hostname: string; pathname: string };

/** Longer hosts are cut at the beginning, because the end of a name says who owns it. */
const SHOWN_MAX = 32;
/** Longer link texts, in characters, aren't searched for a host. */
const WORDS_MAX = 300;
/** Bidirectional control characters, which can make `moc.elpmaxe` look like a different name. */
const TURNS_TEXT = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const AROUND = '()[]{}<>"“”\'‘’,;:!?.';

const withoutWww = (host: string): string => host.replace(/^www\./, '').replace(/\.$/, '');

function parse(address: string): InstanceType<typeof URL> | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** The host of a website as its owner typed it, with or without `https://`; null if it isn't a valid address. */
export function hostOfWebsite(website: string): string | null {
  if (website === '') return null;
  const url = parse(/^https?:\/\//i.test(website) ? website : `https://${website}`);
  return url === null || url.hostname === '' ? null : withoutWww(url.hostname);
}

function trimPunctuation(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && AROUND.includes(word.charAt(start))) start += 1;
  while (end > start && AROUND.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

/**
 * The host that a reader takes a word for; null if the word names no host. Look-alikes of ASCII letters make it a
 * different host.
 */
function hostIn(word: string): string | null {
  const [, scheme = '', authority = ''] = /^(https?:\/\/)?([^/?#\\]*)/i.exec(trimPunctuation(word)) ?? [];
  if (scheme === '' && !authority.includes('.')) return null;
  const isPlain = /^[\w.:-]+$/.test(authority);
  return isPlain ? withoutWww(parse(`https://${authority}`)?.hostname ?? authority.toLowerCase()) : authority;
}

/** Whether the words name this target and no other. If in doubt, they don't: showing the target again does no harm. */
function mentionsOnly(words: string, target: string, nameIn: (word: string) => string | null): boolean {
  if (words.length > WORDS_MAX || TURNS_TEXT.test(words)) return false;
  const named = words.split(/\s+/).flatMap((word) => nameIn(word) ?? []);
  return named.length > 0 && named.every((name) => name === target);
}

const cut = (target: string): string => (target.length > SHOWN_MAX ? `…${target.slice(1 - SHOWN_MAX)}` : target);

/**
 * The target of a link that its words don't name: the host of a website, or an email address. Null if the words name
 * it, or if it is the business's own website, whose host is `ownHost`. A stranger may have written the words:
 * “paypal.com” can lead anywhere.
 */
export function hiddenTarget(href: string, words: string, ownHost: string | null): string | null {
  const url = parse(href);
  if (url === null) return null;
  if (url.protocol === 'mailto:') {
    const address = url.pathname.toLowerCase();
    const addressIn = (word: string) => (word.includes('@') ? trimPunctuation(word).toLowerCase() : null);
    return mentionsOnly(words, address, addressIn) ? null : cut(address);
  }
  // `hostname` has other scripts in ASCII (Punycode), and leaves out a user name and password before an @.
  const host = withoutWww(url.hostname);
  return host === ownHost || mentionsOnly(words, host, hostIn) ? null : cut(host);
}
