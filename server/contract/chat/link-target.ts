/** Browsers and Node have it; the contract has the types of neither. */
declare const URL: new (address: string) => {
  protocol: string;
  hostname: string;
  pathname: string;
  search: string;
  href: string;
};

/** A longer host is cut at its beginning: who owns a name stands at its end. */
const SHOWN_MAX = 32;
/** A host stands in fewer words than these. */
const WORDS_MAX = 300;
/** Signs that turn the direction of what is read, so that `moc.elpmaxe` looks like a name it isn't. */
const TURNS_TEXT = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const AROUND = '()[]{}<>"“”\'‘’,;:!?.';

const withoutWww = (host: string): string => host.replace(/^www\./, '').replace(/\.$/, '');
const asFolder = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

function parse(address: string): InstanceType<typeof URL> | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/**
 * How an address begins that belongs to a website, which its owner typed with or without `https://`: its host and path,
 * since one host may serve the pages of many. Null if it is no website.
 */
export function siteOf(website: string): string | null {
  if (website === '') return null;
  const url = parse(/^https?:\/\//i.test(website) ? website : `https://${website}`);
  return url === null || url.hostname === '' ? null : asFolder(withoutWww(url.hostname) + url.pathname + url.search);
}

function trimmed(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && AROUND.includes(word.charAt(start))) start += 1;
  while (end > start && AROUND.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

/**
 * What of a word is read as the host it leads to; null if it names none. Letters that only look like ASCII make it
 * another host.
 */
function hostIn(word: string): string | null {
  const [, scheme = '', authority = ''] = /^(https?:\/\/)?([^/?#\\]*)/i.exec(trimmed(word)) ?? [];
  if (scheme === '' && !authority.includes('.')) return null;
  const isPlain = /^[\w.:-]+$/.test(authority);
  return isPlain ? withoutWww(parse(`https://${authority}`)?.hostname ?? authority.toLowerCase()) : authority;
}

/** Whether the words name this target and no other. Anything unclear names none: showing it again does no harm. */
function doName(words: string, target: string, nameIn: (word: string) => string | null): boolean {
  if (words.length > WORDS_MAX || TURNS_TEXT.test(words)) return false;
  const named = words.split(/\s+/).flatMap((word) => nameIn(word) ?? []);
  return named.length > 0 && named.every((name) => name === target);
}

const cut = (target: string): string => (target.length > SHOWN_MAX ? `…${target.slice(1 - SHOWN_MAX)}` : target);

/**
 * Everyone an email goes to. Whatever isn't its subject or body is read as an address: the names of fields have many
 * spellings.
 */
function addressesIn(mailto: string): string[] {
  const [to = '', ...rest] = mailto.slice('mailto:'.length).toLowerCase().split('?');
  const fields = rest
    .join('?')
    .split('&')
    .filter((field) => !/^(?:subject|body)=/.test(field));
  const listed = [to, ...fields.map((field) => field.slice(field.indexOf('=') + 1))].join(',').split(',');
  return [...new Set(listed.map((address) => address.trim()).filter((address) => address !== ''))];
}

/**
 * Where a link leads that its words don't say: the host of a website, or email addresses. Null if the words name it, if
 * it is the business's own website, which begins with `ownSite`, or if an email goes to nobody yet. The words may be a
 * stranger's: “paypal.com” can lead anywhere.
 */
export function hiddenTarget(href: string, words: string, ownSite: string | null): string | null {
  const url = parse(href);
  if (url === null) return null;
  if (url.protocol === 'mailto:') {
    const addresses = addressesIn(url.href);
    const [address = ''] = addresses;
    const addressIn = (word: string) => (word.includes('@') ? trimmed(word).toLowerCase() : null);
    const isNamed = addresses.length < 2 && (address === '' || doName(words, address, addressIn));
    return isNamed ? null : addresses.map(cut).join(', ');
  }
  // Letters of other scripts are in their ASCII form here, and a name and password before an @ are no part of it.
  const host = withoutWww(url.hostname);
  const isOwn = ownSite !== null && asFolder(host + url.pathname).startsWith(ownSite);
  return isOwn || doName(words, host, hostIn) ? null : cut(host);
}
