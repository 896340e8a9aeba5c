/** The website of an invented pottery wholesaler, with more pages than are read of one site. Nothing on it is real. */
export const BIG_HOST = 'bigkiln.example';

const NOTE = 'Big Kiln is an invented business. This website exists only in the sandbox.';
const GLAZES = ['Moss', 'Clay', 'Fog', 'Ember', 'Salt', 'Plum', 'Ink', 'Straw', 'Cedar', 'Frost'];
const PARTS = [
  { path: 'mugs', name: 'Mug', count: 150, cents: 1_900 },
  { path: 'bowls', name: 'Bowl', count: 150, cents: 2_600 },
  { path: 'planters', name: 'Planter', count: 100, cents: 3_400 },
] as const;
const POSTS = 100;

function page(title: string, body: string): string {
  const links = ['/', '/wholesale', '/shipping'].map((path) => `<a href="${path}">${path}</a>`).join(' ');
  return `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><title>${title} | Big Kiln</title></head>
<body><nav>${links}</nav><main><h1>${title}</h1>${body}</main><footer><p><small>${NOTE}</small></p></footer></body></html>
`;
}

function productPages({ path, name, count, cents }: (typeof PARTS)[number]): [string, string][] {
  return Array.from({ length: count }, (_, index) => {
    const title = `${GLAZES[index % GLAZES.length]} ${name.toLowerCase()} no. ${index + 1}`;
    const price = ((cents + index * 25) / 100).toFixed(2);
    return [`/${path}/no-${index + 1}`, page(title, `<p>The ${title} costs $${price}. We fire it twice.</p>`)];
  });
}

const posts = Array.from({ length: POSTS }, (_, index): [string, string] => {
  const year = 2020 + Math.floor(index / 20);
  const title = `Notes from the kiln, number ${index + 1}`;
  return [
    `/journal/${year}/note-${index + 1}`,
    page(title, `<p>Firing ${index + 1} took ${8 + (index % 5)} hours.</p>`),
  ];
});

/** Its 503 pages, by path. */
export const BIG_KILN: Record<string, string> = Object.fromEntries([
  ['/', page('Stoneware by the crate', '<p>We make stoneware for restaurants, from 24 pieces.</p>')],
  ['/wholesale', page('Wholesale', '<p>Trade prices are half the shop price, from 24 pieces.</p>')],
  ['/shipping', page('Shipping', '<p>A crate travels for $45 within the United States.</p>')],
  ...PARTS.flatMap(productPages),
  ...posts,
]);
