import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPdf } from '#tests/support/documents/pdf.ts';
import { projectRoot } from '#tests/architecture/source-files.ts';
import { readDocumentHere } from './read-document.ts';

/** Files that LibreOffice, Chromium, Excel, a form editor and a scanner wrote, with what people read in them. */
const FOLDER = join(projectRoot, 'tests/support/documents/files');
const readFile = async (name: string) => {
  const document = await readDocumentHere(readFileSync(join(FOLDER, name)), name, () => undefined);
  if (document.kind === 'image') throw new Error('an image has no text');
  return document;
};
/** The text below its headings, without empty lines. */
async function shown(name: string): Promise<string> {
  const { sections } = await readFile(name);
  let above = '';
  const lines = sections.flatMap(({ path, text }) => {
    const heading = path.join(' > ');
    const isNew = heading !== above;
    above = heading;
    return [...(isNew ? [`# ${heading}`] : []), text.replaceAll(/\n+/g, '\n')];
  });
  return lines.join('\n');
}

const WHOLESALE = `Wholesale hotline 419-555-0134
# Wholesale terms
We deliver to cafés and shops within ten miles.
# Wholesale terms > Prices
Item: Focaccia; Size: half sheet; Price: $6.00
Item: Focaccia; Size: full sheet; Price: $11.00
Item: Rye loaf; Size: 1.5 lb; Price: $7.40
# Wholesale terms > Ordering
- Order two days ahead.
- Deposits are 50 percent.
If a delivery is late:
1. Call the bakery.
a) Ask for Ana.
b) Give the order number.
2. We deliver again the same day.
#${' '}
Harvest Bread Co., 12 Mill Street, Toledo`;

const PRICES = `# Prices
Price list 2026
# Prices > Price list 2026
Item: Rye loaf; Price retail: $11.00; Price wholesale: $7.40; Valid from: November 12, 2026; Ready at: 7:30 AM
Item: Rye loaf; Price retail: $12.50; Price wholesale: $8.00; Valid from: 2026-12-01
Item: Bagel; Price retail: $1.50; Price wholesale: $1.10
# Discounts
From: 20 loaves; Off: 12.5%`;

describe('a document reads as people read it', () => {
  it.each(['wholesale.docx', 'wholesale.odt', 'wholesale.rtf'])(
    '%s is read with its header and footer, merged cells and list numbers, and without hidden text',
    async (name) => {
      expect(await shown(name)).toBe(WHOLESALE);
      const { title, leftOut } = await readFile(name);
      expect([title, leftOut]).toEqual(['Wholesale terms', { hidden_text: 1 }]);
    },
  );

  it.each(['prices.xlsx', 'prices.ods'])(
    '%s is read with merged cells in each row and in its header, and without hidden sheets, rows and columns',
    async (name) => {
      expect(await shown(name)).toBe(PRICES);
      expect((await readFile(name)).leftOut).toEqual({ hidden_sheets: 1, hidden_rows: 2, hidden_columns: 1 });
    },
  );

  it('an Excel sheet repeats a merged cell in each of its rows, and reports formulas that were never calculated', async () => {
    const text = await shown('merged-and-hidden.xlsx');
    expect(text).toContain('Item: Focaccia; Size: half sheet; Price: $6.00; Valid from: Jan 15, 2026; Margin: 50.0%');
    expect(text).toContain('Item: Focaccia; Size: full sheet; Price: $11.00; Valid from: Jan 15, 2026; Margin: 50.0%');
    expect(text).not.toContain('Secret');
    expect((await readFile('merged-and-hidden.xlsx')).leftOut).toEqual({ formulas: 1, hidden_sheets: 1 });
  });

  it('bullets in a PDF are read as list items, not as a column', async () => {
    expect(await shown('bullets.pdf')).toBe(`# Catering menu
All trays serve ten people.
- Bagel tray with cream cheese, $45
- Pastry tray, $52
- Sandwich tray with rye and country bread, $78
- Fruit add-on, $20
# Policies
- Order two days ahead.
- Deposits are 50 percent.
- No refunds within 24 hours.
Questions? Call 419-555-0134.`);
  });

  it('a PDF form shows each filled-in value next to its label', async () => {
    expect(await shown('form-fields.pdf')).toBe(
      'Wholesale order form\nBusiness: Corner Cafe LLC\nPrice per rye loaf: $7.40\nMinimum order is 12 loaves.',
    );
  });

  it('columns of a PDF are read one after the other, even if a heading in one is beside text in the other', async () => {
    const lines = (await shown('two-columns.pdf')).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      '# Harvest Bread Co. Fall Menu',
      'Left-column item 1: the walnut boule number 1 is baked fresh every morning and costs $7.25 per loaf.',
    ]);
    const text = lines.join(' ');
    for (let note = 1; note <= 24; note += 1)
      expect(text).toContain(
        `Right-column note ${note}: catering tray ${note} feeds ${note + 9} guests and costs $${note + 44}.00`,
      );
    expect((await readFile('two-columns.pdf')).sections).toHaveLength(1);
    expect(await shown('columns.pdf')).toBe(`# Studio policies
A deposit of thirty dollars holds your appointment and is taken off the price of the treatment. We keep it if you cancel less than twenty-four hours ahead.
Color corrections take longer than most people expect, so please book a consultation first. It is free and takes about fifteen minutes.
We use only products that have not been tested on animals, and every one of our stylists has been with us for at least three years.
Gift cards never expire. They can be used for treatments and for everything on our shelves, but they cannot be exchanged for cash.`);
  });

  it('words divided at the end of a line in a PDF are rejoined', async () => {
    expect(await shown('divided-words.pdf')).toBe('Our wedding cakes start at $350 and need six weeks of notice.');
  });

  it('a price table in a PDF is read row by row', async () => {
    expect(await shown('table.pdf')).toBe(`# Price list
Item: Country loaf; Small: $5.00; Large: $9.00
Item: Rye loaf; Small: $6.50; Large: $11.50
Item: Gift box; Large: $45.00
Prices valid until January 31, 2027. Ships in 3-5 days.`);
  });

  it('a saved web page is read with its headings, lists and prices', async () => {
    expect(await shown('menu.html')).toBe(`# Spring menu
Our kitchen opens at eight every morning from Tuesday to Sunday and serves breakfast until noon, with bread from our own oven and jam that we make ourselves in small batches.
Lunch is served from noon until three. The soup changes every day, and each of our sandwiches can be made gluten-free for one dollar more if you tell us before we begin to prepare it.
Groups of more than eight people should call us two days ahead, because our dining room has only thirty seats and fills up quickly on weekends when the market is open.
# Spring menu > Sandwiches
- Grilled cheese, $9
- Turkey and apple, $11
# Spring menu > How to order
1. Choose your bread.
2. Choose a filling.
Coffee: Drip | Small: $2.50 | Large: $3.25
Coffee: Latte | Small: $4.00 | Large: $4.75`);
  });

  it('a CSV file is read in the encoding of the computer that wrote it', async () => {
    expect(await shown('mac-roman.csv')).toBe('Item: Crème brûlée; Price: €6\nItem: Éclair; Price: €4');
    expect(await shown('utf-16be.csv')).toContain('Produit: Brioche; Prix: 7,20; Description: Pur beurre à la coupe');
  });

  it('a scanned PDF yields an upright picture of each page', async () => {
    const { sections, scans, count } = await readFile('scan.pdf');
    expect([sections, count]).toEqual([[], 1]);
    expect(scans?.map(({ page, width, height }) => [page, width, height])).toEqual([[1, 500, 400]]);
    expect([...(scans?.[0]?.bytes.subarray(1, 4) ?? [])]).toEqual([...Buffer.from('PNG')]);
  });

  const pixels = (side: number) =>
    `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${side * side} >>\nstream\n${'~'.repeat(side * side)}\nendstream`;
  /** A page with a picture of this width and height, in points, and a text. */
  const aScanned = (width: number, height: number, text: string) =>
    aPdf([[{ text, x: 72, y: 40 }]], {
      drawing: `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`,
      objects: [pixels(400)],
      page: '/Resources << /Font << /F1 3 0 R >> /XObject << /Scan 4 0 R >> >>',
    });

  it.each([
    ['with a page number', 612, 792, '3', [1]],
    ['with a stamp', 600, 700, 'Scanned by a phone on May 4', [1]],
    ['with a small picture', 200, 150, 'Page 3', []],
    ['with a paragraph', 612, 792, 'We open at seven and close at three, except on Sundays.', []],
  ])(
    'a page %s is a scan only if a picture fills it and there is hardly any text',
    async (_what, width, height, text, pages) => {
      const document = await readDocumentHere(aScanned(width, height, text), 'scan.pdf', () => undefined);
      if (document.kind === 'image') throw new Error('an image has no text');
      expect((document.scans ?? []).map(({ page }) => page)).toEqual(pages);
      expect(document.sections.map((section) => section.text).join()).toContain(text);
    },
  );
});
