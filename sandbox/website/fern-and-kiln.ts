/** The website of an invented pottery shop. Nothing on it is real, and each page says so. */
export const HOST = 'fernandkiln.example';

const NOTE = 'Fern &amp; Kiln is an invented business. This website exists only in the sandbox.';
const LINKS = [
  ['.', 'Home'],
  ['about', 'About'],
  ['shop', 'Shop'],
  ['shipping', 'Shipping'],
  ['returns', 'Returns'],
  ['visit-us', 'Visit us'],
] as const;

const BUSINESS = {
  '@context': 'https://schema.org',
  '@type': 'Store',
  name: 'Fern & Kiln',
  address: {
    '@type': 'PostalAddress',
    streetAddress: '12 Example Street',
    addressLocality: 'Springfield',
    addressRegion: 'OH',
  },
  telephone: '+1 555 010 0142',
  openingHoursSpecification: [
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '10:00',
      closes: '18:00',
    },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Saturday', opens: '10:00', closes: '16:00' },
  ],
};

function page(title: string, body: string, data: object | null = null): string {
  const script = data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : '';
  const links = LINKS.map(([href, text]) => `<li><a href="${href}">${text}</a></li>`).join('');
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<title>${title} | Fern &amp; Kiln</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font-family: Georgia, serif; line-height: 1.6 }</style>
${script}
</head>
<body>
<div class="cookie-banner" role="dialog">We use cookies to make this website better. <button>Accept</button></div>
<header><a href=".">Fern &amp; Kiln</a><nav><ul>${links}</ul></nav></header>
<main>
${body}
</main>
<footer><p>12 Example Street, Springfield, Ohio. Call 555-010-0142.</p><p><small>${NOTE}</small></p></footer>
</body>
</html>
`;
}

/** Its pages, by path. */
export const FERN_AND_KILN: Record<string, string> = {
  '/': page(
    'Handmade pottery',
    `<h1>Handmade pottery from Springfield</h1>
<p>We throw, glaze and fire every piece in our own studio. Stoneware for the kitchen, planters for the windowsill, and classes on Saturdays.</p>
<h2 id="new">New this season</h2>
<p>The Moss glaze is back: a deep green with a satin finish, on mugs, bowls and planters.</p>`,
    BUSINESS,
  ),
  '/about': page(
    'About',
    `<h1>About us</h1>
<p>Fern &amp; Kiln was founded in 2014 by Nora Fielding and Theo Marsh. Nora throws and glazes; Theo runs the kiln and the shop.</p>
<h2 id="how-we-work">How we work</h2>
<p>All our stoneware is lead-free and fired at 2,200 °F. Everything is safe for dishwashers and microwaves, except pieces with gold luster.</p>
<h2 id="our-words">How we talk</h2>
<p>We say “handmade”, never “artisanal”.</p>`,
  ),
  '/shop': page(
    'Shop',
    `<h1>Shop</h1>
<h2 id="mugs">Mugs</h2>
<table>
<thead><tr><th>Piece</th><th>Holds</th><th>Price</th></tr></thead>
<tbody>
<tr><td>Fern mug, small</td><td>8 oz</td><td>$24</td></tr>
<tr><td>Fern mug, large</td><td>14 oz</td><td>$32</td></tr>
<tr><td>Espresso cup</td><td>3 oz</td><td>$18</td></tr>
</tbody>
</table>
<h2 id="planters">Planters</h2>
<table>
<thead><tr><th>Piece</th><th>Width</th><th>Price</th></tr></thead>
<tbody>
<tr><td>Windowsill planter</td><td>5 in</td><td>$38</td></tr>
<tr><td>Moss planter, with saucer</td><td>8 in</td><td>$64</td></tr>
</tbody>
</table>
<h2 id="classes">Classes</h2>
<p>Wheel throwing for beginners: Saturdays at 1 p.m., two hours, $75 a person. Clay and firing are included.</p>`,
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Moss planter, with saucer',
      offers: { '@type': 'Offer', price: '64.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    },
  ),
  '/shipping': page(
    'Shipping',
    `<h1>Shipping</h1>
<p>We ship within the United States and pack every piece by hand. Orders leave the studio within three business days.</p>
<table>
<tr><th>Order</th><th>Shipping</th></tr>
<tr><td>Up to $75</td><td>$9</td></tr>
<tr><td>Over $75</td><td>free</td></tr>
</table>
<h2 id="broken">If something arrives broken</h2>
<p>Send us a photo within 7 days, and we’ll replace the piece or refund it.</p>`,
  ),
  '/returns': page(
    'Returns',
    `<h1>Returns</h1>
<p>You can return unused pieces within 30 days for a full refund. You pay the return postage.</p>
<ul>
<li>Custom orders can’t be returned.</li>
<li>Seconds are final sale.</li>
<li>Gift cards never expire and can’t be refunded.</li>
</ul>`,
  ),
  '/visit-us': page(
    'Visit us',
    `<h1>Visit us</h1>
<p>The shop is on the ground floor, and the studio is behind it. Parking is free after 5 p.m.</p>
<h2 id="hours">Opening hours</h2>
<dl>
<dt>Tuesday to Friday</dt><dd>10 a.m. to 6 p.m.</dd>
<dt>Saturday</dt><dd>10 a.m. to 4 p.m.</dd>
<dt>Sunday and Monday</dt><dd>closed</dd>
</dl>`,
    BUSINESS,
  ),
  '/wholesale': page(
    'Wholesale',
    `<h1>Wholesale</h1>
<p>Trade prices are half the shop price, from 24 pieces.</p>`,
  ),
};

export const ROBOTS = `# Fern & Kiln is invented, and so is this file.
User-agent: *
Disallow: /wholesale
Sitemap: https://${HOST}/sitemap.xml
`;

export function sitemap(origin: string, pages = FERN_AND_KILN): string {
  const entries = Object.keys(pages).map((path) => `  <url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
