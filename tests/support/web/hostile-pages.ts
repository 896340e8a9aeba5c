const PAGE_BYTES = 4 * 1024 * 1024 - 1024;
const LINK_CHARACTERS = 128 * 1024;

/** Repeats a piece up to the maximum length of a page. */
const filled = (piece: string, bytes = PAGE_BYTES) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));

const attributes = () => Array.from({ length: 380_000 }, (_, index) => `a${index}=""`).join(' ');
const jsonLd = (json: string) => `<script type="application/ld+json">${json}</script>`;
const nested = (open: string, close: string, times: number) => `${open.repeat(times)}1${close.repeat(times)}`;
const product = (offers: number) =>
  JSON.stringify({ '@type': 'Product', name: 'Bowl', offers: Array.from({ length: offers }, () => ({ price: 38 })) });
const products = (count: number) => `[${Array.from({ length: count }, () => product(20)).join(',')}]`;

/** Pages of the maximum length, made to fill memory or keep a parser busy. */
export const HOSTILE_PAGES: Record<string, () => string> = {
  'paragraphs without end': () => filled('<p>'),
  'list items without end': () => filled('<li>x'),
  'options without end': () => filled('<option>x'),
  'entities that don’t exist': () => filled('&ltx;'),
  'entities without end': () => filled('&amp;'),
  'deep nesting': () => filled('<div>'),
  'tables in tables': () => filled('<table><tr><td>'),
  'lists in selects': () => filled('<select><optgroup><option><ul><li>'),
  'attributes without end': () => `<p ${attributes()}>`,
  'a comment that never ends': () => `<!--${filled('<!-- -')}`,
  'drawings and formulas': () => filled('<svg><math><mi><foreignobject>'),
  'templates in templates': () => filled('<template><slot>'),
  'end tags without a start': () => filled('</p>'),
  'marked text and instructions': () => filled('<![CDATA[x]]><?x?><!DOCTYPE x [<!ENTITY a "aaaa">]>'),
  'deep data for search engines': () => jsonLd(nested('{"a":[', ']}', 40_000)).repeat(8),
  'long data for search engines': () => jsonLd(products(900)).repeat(14),
  'a link without end': () =>
    `<link rel="canonical" href="/${'/'.repeat(LINK_CHARACTERS)}x">${`<a href="/${'/'.repeat(LINK_CHARACTERS)}x">A</a>`.repeat(28)}`,
  'text without a blank': () => filled('x'),
};

/** robots.txt files of 512 kB, made to keep a parser busy. */
export const HOSTILE_ROBOTS: Record<string, () => string> = {
  'rules that nearly match': () =>
    `User-agent: *\n${Array.from({ length: 1_000 }, () => `Disallow: /${'a'.repeat(480)}b`).join('\n')}`,
  'tabs without end': () => `User-agent: *\nDisallow:${'\t'.repeat(64 * 1024)}x\u2028x`,
  'stars without end': () =>
    `User-agent: *\n${Array.from({ length: 1_000 }, (_, index) => `Disallow: /${'*a'.repeat(240)}${index}`).join('\n')}`,
};

export const HOSTILE_SITEMAPS: Record<string, () => string> = {
  'addresses that nearly match every rule': () =>
    `<urlset>${Array.from({ length: 5_000 }, (_, index) => `<url><loc>/${'a'.repeat(1_900)}${index}</loc></url>`).join('')}</urlset>`,
  'entries that never end': () => filled('<loc>', 9 * 1024 * 1024),
};
