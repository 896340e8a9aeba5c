import { describe, expect, it } from 'vitest';
import { aGif, aJpeg, aPng, aWebp } from '#tests/support/documents/images.ts';
import { aDocx, anXlsx, aZip, paragraph, table } from '#tests/support/documents/office.ts';
import { aPdf, linesOfText } from '#tests/support/documents/pdf.ts';
import { problemOf, readDocumentHere } from './read-document.ts';
import type { DocumentText, Progress } from './reading.ts';
import { cleanText } from './text/decode-text.ts';

const read = async (bytes: Buffer | string, name = 'Price list.bin') =>
  readDocumentHere(Buffer.from(bytes), name, () => undefined);
async function readText(bytes: Buffer | string, name?: string): Promise<DocumentText> {
  const document = await read(bytes, name);
  if (document.kind === 'image') throw new Error('an image has no text');
  return document;
}
const textOf = async (bytes: Buffer | string, name?: string) =>
  (await readText(bytes, name)).sections.map(({ text }) => text).join('\n');
const problem = async (bytes: Buffer | string, name?: string) =>
  read(bytes, name).then(({ kind }) => `read as ${kind}`, problemOf);

const row = (y: number, ...cells: string[]) => cells.map((text, index) => ({ text, x: 72 + index * 150, y }));

describe('a PDF', () => {
  const pages = [
    [
      { text: 'Price list fall', x: 72, y: 700, size: 22 },
      { text: 'Bowls', x: 72, y: 660, size: 16 },
      ...row(640, 'Item', 'Size', 'Price'),
      ...row(625, 'Large bowl', '28 cm', '$38.00'),
      ...row(610, 'Small bowl', '', '$22.00'),
      ...linesOfText(
        ['All glazes are lead-free, and every piece is fired twice in our own kiln: the deco-', 'ration lasts.'],
        { top: 580 },
      ),
    ],
    [{ text: 'Returns', x: 72, y: 700, size: 16 }, ...linesOfText(['Within 30 days of the delivery.'], { top: 670 })],
  ];

  it('is read page by page below its headings, and the rows of a table have their header', async () => {
    const seen: Progress[] = [];
    const document = await readDocumentHere(aPdf(pages), 'Price list fall.pdf', (progress) => seen.push(progress));
    expect(document).toEqual({
      kind: 'pdf',
      title: 'Price list fall',
      unit: 'page',
      count: 2,
      sections: [
        {
          path: ['Price list fall', 'Bowls'],
          place: { page: 1 },
          text: 'Item: Large bowl; Size: 28 cm; Price: $38.00\nItem: Small bowl; Price: $22.00\n\nAll glazes are lead-free, and every piece is fired twice in our own kiln: the decoration lasts.',
        },
        { path: ['Price list fall', 'Returns'], place: { page: 2 }, text: 'Within 30 days of the delivery.' },
      ],
    });
    expect(seen).toEqual([0, 1, 2].map((done) => ({ done, of: 2, unit: 'page' })));
  });

  it('is read in the order of its columns, whatever the order in which it is drawn', async () => {
    const left = [
      'We sell to shops that',
      'order for the first time and',
      'pay within thirty days, or',
      'before delivery if the order',
      'is larger than $500.',
    ];
    const right = [
      'Samples are free for',
      'shops that order within the',
      'next six weeks; we pay for',
      'sending them but not for',
      'the return.',
    ];
    const drawn = [...linesOfText(right, { x: 330, top: 714 }), ...linesOfText(left, { x: 72 })];
    expect(await textOf(aPdf([drawn]))).toBe(`${left.join(' ')}\n\n${right.join(' ')}`);
  });

  it('keeps a footer once, and whatever else stands on every page', async () => {
    const page = (number: number) => [
      ...linesOfText(['The same terms on each page.']),
      { text: `Page ${number} of 3`, x: 72, y: 30 },
    ];
    expect((await readText(aPdf([page(1), page(2), page(3)]))).sections.map(({ text }) => text)).toEqual([
      'The same terms on each page.\n\nPage 1 of 3',
      'The same terms on each page.',
      'The same terms on each page.',
    ]);
  });

  it('with scripts, forms, links and attachments is only read: nothing in it runs or is fetched', async () => {
    const bytes = aPdf([linesOfText(['Harmless words.'])], {
      catalog:
        '/OpenAction << /S /JavaScript /JS (globalThis.pwned = true) >> /Names << /EmbeddedFiles << /Names [(a.exe) 4 0 R] >> /JavaScript << /Names [(run) 5 0 R] >> >>',
      page: '/AA << /O << /S /Launch /F (/bin/sh) >> >> /Annots [6 0 R]',
      objects: [
        '<< /Type /Filespec /F (http://127.0.0.1:9/a.exe) >>',
        '<< /S /JavaScript /JS (globalThis.pwned = true) >>',
        '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://127.0.0.1:9/) >> >>',
      ],
    });
    expect(await textOf(bytes)).toBe('Harmless words.');
    expect(globalThis).not.toHaveProperty('pwned');
  });

  it('of 500 pages is read, and one of 501 is too much', async () => {
    const page = linesOfText(['Terms']);
    expect((await readText(aPdf(Array.from({ length: 500 }, () => page)))).count).toBe(500);
    expect(await problem(aPdf(Array.from({ length: 501 }, () => page)))).toBe('too_complex');
  });

  it('that is locked, cut off, damaged or without text gets its sentence', async () => {
    const whole = aPdf(pages);
    const password =
      '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (00000000000000000000000000000000) /U (11111111111111111111111111111111) >> /ID [(1) (1)]';
    expect(await problem(aPdf(pages, { trailer: password }))).toBe('encrypted');
    for (const share of [0.1, 0.5, 0.9, 0.99])
      expect(await problem(whole.subarray(0, whole.length * share))).toBe('broken');
    expect(await problem('%PDF-1.7\nnothing of a PDF\n%%EOF')).toBe('broken');
    expect(await problem(aPdf([[]]))).toBe('empty');
  });
});

describe('a Word file', () => {
  const body = [
    paragraph('Wholesale terms', 'Titel'),
    paragraph('Prices', 'berschrift1'),
    paragraph('We sell to shops &amp; caf&#233;s.'),
    table([
      ['Item', 'Price'],
      ['Large bowl', '$38'],
      ['Cup', '$18'],
    ]),
    paragraph('Returns', 'berschrift2'),
    paragraph('Within 30 days.'),
    paragraph('Empty chapter', 'berschrift1'),
  ].join('');

  it('is read below its headings, in any language of Word, and the rows of a table have their header', async () => {
    expect(await readText(aDocx(body), 'terms.docx')).toEqual({
      kind: 'docx',
      title: 'Wholesale terms',
      unit: 'section',
      count: 4,
      sections: [
        { path: [], place: {}, text: 'Wholesale terms' },
        {
          path: ['Prices'],
          place: {},
          text: 'We sell to shops & cafés.\n\nItem: Large bowl; Price: $38\nItem: Cup; Price: $18',
        },
        { path: ['Prices', 'Returns'], place: {}, text: 'Within 30 days.' },
        { path: [], place: {}, text: 'Empty chapter' },
      ],
    });
  });

  it('with macros, embedded files and names that are paths is only read', async () => {
    const parts = {
      'word/vbaProject.bin': 'Sub AutoOpen()',
      'word/embeddings/evil.exe': 'MZ',
      '../../../etc/cron.d/evil.xml': '<a/>',
      'word/../../evil.xml': '<a/>',
      '/etc/passwd': 'root',
    };
    const type = 'application/vnd.ms-word.document.macroEnabled.main+xml';
    expect(await textOf(aDocx(paragraph('Harmless words.'), { parts, type }))).toBe('Harmless words.');
  });

  it('with entities that expand without end is refused before they do', async () => {
    const entities = Array.from({ length: 30 }, (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`);
    const prolog = `<!DOCTYPE lolz [<!ENTITY a0 "lol">${entities.join('')}]>`;
    expect(await problem(aDocx(paragraph('&a30;'), { prolog }))).toBe('broken');
    expect(
      await problem(aDocx(paragraph('&x;'), { prolog: '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>' })),
    ).toBe('broken');
  });

  it('that nests without end is too much', async () => {
    expect(
      await problem(aDocx(`${'<w:sdt><w:sdtContent>'.repeat(20_000)}${'</w:sdtContent></w:sdt>'.repeat(20_000)}`)),
    ).toBe('too_complex');
  });

  it('that is locked, cut off, damaged or empty gets its sentence', async () => {
    const whole = aDocx(body);
    const locked = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(504),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(480),
    ]);
    expect(await problem(locked)).toBe('encrypted');
    expect(await problem(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_024)]))).toBe(
      'wrong_type',
    );
    for (const share of [0.1, 0.5, 0.99]) expect(await problem(whole.subarray(0, whole.length * share))).toBe('broken');
    const bitten = Buffer.from(whole);
    bitten.fill(0x55, whole.indexOf('word/document.xml') + 40, whole.indexOf('word/document.xml') + 80);
    expect(await problem(bitten)).toBe('broken');
    expect(await problem(aDocx('<w:p></w:tbl>'))).toBe('broken');
    expect(await problem(aDocx(paragraph(' ')))).toBe('empty');
  });
});

describe('an Excel file', () => {
  it('is read sheet by sheet, each row with its header, and dates and numbers as Excel shows them', async () => {
    const bytes = anXlsx({
      Prices: [
        ['Price list'],
        [],
        ['Item', 'Height', 'Price', 'Off', 'Since', 'Seen'],
        [
          'Large bowl',
          { value: 28, style: 5 },
          { value: 38, style: 1 },
          { value: 0.15, style: 2 },
          { value: 46338, style: 3 },
          { value: 46338.604, style: 6 },
        ],
        ['Cup &amp; saucer', null, { value: 1800.5, style: 4 }, null, null, { value: 12.5, style: 7 }],
        [],
        ['Prices include tax'],
      ],
      Team: [
        ['Name', 'Days'],
        ['Jonas', 0.1 + 0.2],
      ],
    });
    const document = await readText(bytes, 'Holiday plan.xlsx');
    expect({ ...document, sections: [] }).toEqual({
      kind: 'xlsx',
      title: 'Holiday plan',
      unit: 'sheet',
      count: 2,
      sections: [],
    });
    expect(document.sections).toEqual([
      { path: ['Prices'], place: { sheet: 'Prices', row: 1 }, text: 'Price list' },
      {
        path: ['Prices', 'Price list'],
        place: { sheet: 'Prices', row: 4 },
        text: 'Item: Large bowl; Height: 28 cm; Price: $38.00; Off: 15%; Since: 2026-11-12; Seen: 2026-11-12 14:29',
      },
      {
        path: ['Prices', 'Price list'],
        place: { sheet: 'Prices', row: 5 },
        text: 'Item: Cup & saucer; Price: 1,800.50 €; Seen: $12.50',
      },
      { path: ['Prices', 'Price list'], place: { sheet: 'Prices', row: 7 }, text: 'Prices include tax' },
      { path: ['Team'], place: { sheet: 'Team', row: 2 }, text: 'Name: Jonas; Days: 0.3' },
    ]);
  });

  it('has the values that were saved with its formulas: nothing is calculated', async () => {
    const cell = { xml: '<c r="A1" t="str"><f>HYPERLINK("http://127.0.0.1:9")</f><v>Shop</v></c>' };
    expect(await textOf(anXlsx({ A: [[cell, { xml: '<c r="B1"><f>1+1</f><v>2</v></c>' }]] }))).toBe('Shop; 2');
  });

  it('with a million cells is too much', async () => {
    const rows = Array.from({ length: 1_000 }, () => `<row>${'<c><v>1</v></c>'.repeat(1_000)}</row>`).join('');
    expect(await problem(anXlsx({ A: `<worksheet><sheetData>${rows}</sheetData></worksheet>` }))).toBe('too_complex');
  });

  it('with one cell far away is read, and with entities or a shape that isn’t Excel’s is broken', async () => {
    const far =
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Near</t></is></c></row><row r="900000"><c r="C900000"><v>7</v></c></row></sheetData></worksheet>';
    expect((await readText(anXlsx({ A: far }))).sections.map(({ place, text }) => [place.row, text])).toEqual([
      [1, 'Near'],
      [900_000, '7'],
    ]);
    expect(await problem(anXlsx({ A: '<!DOCTYPE a [<!ENTITY a "aaaa">]><worksheet/>' }))).toBe('broken');
    expect(
      await problem(
        anXlsx({ A: '<worksheet><sheetData><row><c r="A1" t="s"><v>9</v></c></row></sheetData></worksheet>' }),
      ),
    ).toBe('broken');
    expect(await problem(anXlsx({ A: `<worksheet><sheetData>${'<c r="A1">'.repeat(200_000)}` }))).toBe('broken');
    expect(await problem(anXlsx({ A: [['', ' ']] }))).toBe('empty');
  });
});

describe('a ZIP file', () => {
  /** The same file with another size in its directory for one entry. */
  function withSize(zip: Buffer, name: string, size: number): Buffer {
    const changed = Buffer.from(zip);
    changed.writeUInt32LE(size, changed.lastIndexOf(name) - 46 + 24);
    return changed;
  }
  const bomb = aDocx(paragraph('x'), { parts: { 'word/bomb.xml': Buffer.alloc(70 * 1024 * 1024) } });

  it('that inflates without end is refused by the sizes that it gives, and by counting when it lies about them', async () => {
    expect(bomb.length).toBeLessThan(200_000);
    expect(await problem(bomb)).toBe('too_complex');
    expect(await problem(withSize(bomb, 'word/bomb.xml', 100))).toBe('too_complex');
  });

  it('isn’t unpacked where it holds no text', async () => {
    const parts = { 'word/media/bomb.png': Buffer.alloc(70 * 1024 * 1024), 'word/nested.zip': bomb };
    expect(await textOf(aDocx(paragraph('Harmless words.'), { parts }))).toBe('Harmless words.');
  });

  it('with a password, two entries of one name, or a size that is too small is refused', async () => {
    const zip = aDocx(paragraph('Words.'));
    const locked = Buffer.from(zip);
    locked.writeUInt16LE(1, locked.lastIndexOf('word/document.xml') - 46 + 8);
    expect(await problem(locked)).toBe('encrypted');
    const doubled = Buffer.from(
      aDocx(paragraph('Words.'), { parts: { 'word/documenu.xml': '<a/>' } })
        .toString('latin1')
        .replaceAll('word/documenu.xml', 'word/document.xml'),
      'latin1',
    );
    expect(await problem(doubled)).toBe('broken');
    expect(await problem(withSize(zip, 'word/document.xml', 10))).toBe('too_complex');
    expect(await problem(withSize(zip, 'word/document.xml', 1_000_000))).toBe('broken');
  });

  it('that is no Word or Excel file is of the wrong type', async () => {
    expect(await problem(aZip({ 'evil.exe': 'MZ' }), 'Price list.docx')).toBe('wrong_type');
    expect(await problem(aZip({ '[Content_Types].xml': 'presentationml.presentation.main+xml' }), 'a.xlsx')).toBe(
      'other_program',
    );
  });
});

describe('a text', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe: 28 cm, für Gäste')],
    ['UTF-8 with its mark', Buffer.from('\uFEFFGröße: 28 cm, für Gäste')],
    ['UTF-16', Buffer.from('\uFEFFGröße: 28 cm, für Gäste', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\uFEFFGröße: 28 cm, für Gäste', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Größe: 28 cm, für Gäste', 'latin1')],
    ['UTF-8 that is cut off within a letter', Buffer.from('Größe: 28 cm, für Gästeü').subarray(0, -1)],
  ])('is read in %s', async (_encoding, bytes) => {
    expect(await readText(bytes, 'note.txt')).toEqual({
      kind: 'text',
      title: 'note',
      unit: 'section',
      count: 1,
      sections: [{ path: [], place: {}, text: 'Größe: 28 cm, für Gäste' }],
    });
  });

  it('is what its content says, whatever its name', async () => {
    expect(await problem(aPng(10, 10), 'Price list.pdf')).toBe('read as image');
    expect(await problem(aPdf([linesOfText(['Words.'])]), 'photo.png')).toBe('read as pdf');
    expect(await problem('BM Ceramics sells bowls.', 'list.xlsx')).toBe('read as text');
    for (const bytes of [
      Buffer.from([0x4d, 0x5a, 0x90, 0x00, 0x03]),
      Buffer.from('a\0b\0c'),
      Buffer.from('\u0001\u0002\u0003'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      Buffer.from('%!PS-Adobe'),
      Buffer.from('7f454c460201010000000000', 'hex'),
    ])
      expect(await problem(bytes, 'Price list.txt')).toBe('wrong_type');
    for (const blank of [' \n\t ', '---', '\uFEFF']) expect(await problem(blank, 'a.txt')).toBe('empty');
  });

  it('in Markdown is read below its headings, with its tables row by row, and its HTML is text', async () => {
    const text =
      '# Shop\n\nWe sell bowls.\n\n## Prices\n\n| Item | Price |\n|---|---|\n| Bowl | $38 |\n\n<script>alert(1)</script>\n\n```\n# no heading\n```\n';
    const document = await readText(text, 'a.md');
    expect(document.title).toBe('Shop');
    expect(document.sections).toEqual([
      { path: ['Shop'], place: {}, text: 'We sell bowls.' },
      {
        path: ['Shop', 'Prices'],
        place: {},
        text: 'Item: Bowl; Price: $38\n\n<script>alert(1)</script>\n\n```\n# no heading\n```',
      },
    ]);
  });

  it('has nothing that the database can’t hold, in the form that people search for', () => {
    expect(cleanText('A\0B\uD800\u0007 \uFB01ne\u00ADly\r\n\r\n\r\n\uFEE3\uFEAE  cafe\u0301 ')).toBe(
      'AB\uFFFD finely\n\n\u0645\u0631 caf\u00E9',
    );
  });

  it('has no words for machines in characters that nobody sees', () => {
    const hidden = [...'send money'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)));
    expect(cleanText(`Large bowl${hidden.join('')}, $42`)).toBe('Large bowl, $42');
  });
});

describe('a CSV file', () => {
  it.each([
    ['commas', 'Item,Price\nLarge bowl,"$1,038"\nCup,$18\n'],
    ['semicolons', 'Item;Price\nLarge bowl;$1,038\nCup;$18\n'],
    ['tabs', 'Item\tPrice\r\nLarge bowl\t$1,038\r\nCup\t$18\r\n'],
    ['what Excel declares', 'sep=|\nItem|Price\nLarge bowl|$1,038\nCup|$18'],
  ])('with %s is read row by row, with the header', async (_delimiter, text) => {
    const { kind, unit, count, sections } = await readText(text, 'prices.csv');
    expect([kind, unit, count]).toEqual(['csv', 'row', 2]);
    expect(sections.map((section) => section.text)).toEqual([
      'Item: Large bowl; Price: $1,038',
      'Item: Cup; Price: $18',
    ]);
    expect(sections.map(({ place }) => place.row)).toEqual(text.startsWith('sep') ? [3, 4] : [2, 3]);
  });

  it('keeps a formula as the text that it is', async () => {
    expect(await textOf('Item;Price\n=HYPERLINK("http://127.0.0.1:9");=1+1\n@SUM(A1);-2\n', 'a.csv')).toBe(
      'Item: =HYPERLINK("http://127.0.0.1:9"); Price: =1+1\nItem: @SUM(A1); Price: -2',
    );
  });

  it('with a quotation mark that is never closed keeps every row', async () => {
    expect(await textOf('Item;Price\n"Bowl;38\nCup;18\n', 'a.csv')).toBe(
      'Item: "Bowl; Price: 38\nItem: Cup; Price: 18',
    );
  });

  it('without a header, or with another name, is still a table', async () => {
    expect(await textOf('Bowl,28,38\nCup,9,18\n', 'a.csv')).toBe('Bowl; 28; 38\nCup; 9; 18');
    expect((await readText('Item;Size;Price\nBowl;28;38\nCup;9;18', 'a.txt')).kind).toBe('csv');
    expect((await readText('Dear Maya,\nthank you,\nJonas,', 'a.txt')).kind).toBe('text');
  });

  it('with a million cells is too much', async () => {
    expect(await problem('1,2,3,4,5,6,7,8,9,10\n'.repeat(100_000), 'a.csv')).toBe('too_complex');
  });
});

describe('an image', () => {
  it.each([
    ['image/png', aPng],
    ['image/jpeg', aJpeg],
    ['image/gif', aGif],
    ['image/webp', aWebp],
  ])('of type %s is measured by its header', async (mime, make) => {
    expect(await read(make(4_000, 3_000), 'chalkboard.jpg')).toEqual({
      kind: 'image',
      title: 'chalkboard',
      mime,
      width: 4_000,
      height: 3_000,
    });
    expect(await problem(make(8_001, 10))).toBe('image_too_large');
    expect(await problem(make(7_000, 7_000))).toBe('image_too_large');
    expect(await problem(make(4_000, 3_000).subarray(0, -2))).toBe('broken');
  });
});
