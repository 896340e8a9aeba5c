import { describe, expect, it } from 'vitest';
import { aDocx, anXlsx, aZip, paragraph, sheetXml } from '#tests/support/documents/office.ts';
import { aPdf, linesOfText, type PdfText } from '#tests/support/documents/pdf.ts';
import { problemOf, readDocumentHere } from './read-document.ts';

const read = async (bytes: Buffer | string, name: string) => {
  const document = await readDocumentHere(Buffer.from(bytes), name, () => undefined);
  if (document.kind === 'image') throw new Error('an image has no text');
  return document;
};
const textOf = async (bytes: Buffer | string, name = 'a.bin') =>
  (await read(bytes, name)).sections.map(({ text }) => text).join('\n');
const problem = async (bytes: Buffer | string, name = 'a.bin') =>
  read(bytes, name).then(({ kind }) => `read as ${kind}`, problemOf);

const ODF = 'application/vnd.oasis.opendocument';
const anOdt = (body: string, prolog = '') =>
  aZip({ mimetype: `${ODF}.text`, 'content.xml': `${prolog}<office:text>${body}</office:text>` });
const anOds = (rows: string) =>
  aZip({ mimetype: `${ODF}.spreadsheet`, 'content.xml': `<table:table table:name="A">${rows}</table:table>` });
const odsCell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;

const anEpub = (chapters: Record<string, string>, parts: Record<string, string> = {}) =>
  aZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf': `<package><metadata><dc:title>The &amp; Rye</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>${Object.keys(
      chapters,
    )
      .map((name) => `<item id="${name}" href="${name}%20text.xhtml"/>`)
      .join('')}</manifest><spine><itemref idref="nav"/>${Object.keys(chapters)
      .map((name) => `<itemref idref="${name}"/>`)
      .join('')}</spine></package>`,
    'OPS/nav.xhtml': '<ol><li>Contents</li></ol>',
    ...Object.fromEntries(Object.entries(chapters).map(([name, html]) => [`OPS/${name} text.xhtml`, html])),
    ...parts,
  });

describe('a book', () => {
  it('a book is read chapter by chapter, below its headings, without its table of contents', async () => {
    const chapter = (html: string) => `<?xml version="1.0"?><!DOCTYPE html><html><body>${html}</body></html>`;
    const book = await read(
      anEpub({ b: chapter('<h1>Dough</h1><p>Flour.</p>'), a: chapter('<h1>Ovens</h1><p>Hot.</p>') }),
      'x.epub',
    );
    expect(book).toEqual({
      kind: 'epub',
      title: 'The & Rye',
      unit: 'section',
      count: 2,
      sections: [
        { path: ['Dough'], place: {}, text: 'Flour.' },
        { path: ['Ovens'], place: {}, text: 'Hot.' },
      ],
    });
  });

  it('a book with DRM is refused as encrypted; a book with obfuscated fonts is read', async () => {
    const encryption = (algorithm: string) => ({
      'META-INF/encryption.xml': `<encryption><enc:EncryptionMethod Algorithm="${algorithm}"/></encryption>`,
    });
    expect(
      await problem(anEpub({ a: '<p>Words.</p>' }, encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'))),
    ).toBe('encrypted');
    expect(await textOf(anEpub({ a: '<p>Words.</p>' }, encryption('http://www.idpf.org/2008/embedding')))).toBe(
      'Words.',
    );
    expect(await problem(aZip({ mimetype: 'application/epub+zip' }))).toBe('broken');
  });
});

describe('an OpenDocument file', () => {
  it('an OpenDocument text is read with its notes, but without comments, deleted text or hidden sections', async () => {
    const odt = anOdt(
      '<text:tracked-changes><text:p>Deleted</text:p></text:tracked-changes><text:p>We<text:s/>open<office:annotation><text:p>Really?</text:p></office:annotation> at 7<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Except Sundays.</text:p></text:note-body></text:note>.</text:p><text:section text:display="none"><text:p>Secret</text:p></text:section>',
    );
    expect(await textOf(odt)).toBe('We open at 7 (Except Sundays.).');
    expect((await read(odt, 'a.odt')).leftOut).toEqual({ hidden_text: 1 });
  });

  it('an OpenDocument file that has entities, excessive nesting or a password is rejected', async () => {
    expect(await problem(anOdt('<text:p>&a;</text:p>', '<!DOCTYPE a [<!ENTITY a "aaaa">]>'))).toBe('broken');
    const deep = 5_000;
    expect(await problem(anOdt(`${'<text:section>'.repeat(deep)}${'</text:section>'.repeat(deep)}`))).toBe(
      'too_complex',
    );
    const locked = {
      mimetype: `${ODF}.text`,
      'META-INF/manifest.xml': '<manifest:encryption-data/>',
      'content.xml': '',
    };
    expect(await problem(aZip(locked))).toBe('encrypted');
  });

  it('an OpenDocument spreadsheet reports how many formulas have no result; an empty text is a result', async () => {
    const formula = (attributes: string) => `<table:table-cell table:formula="of:=A1" ${attributes}/>`;
    const cells = [odsCell('Rye'), formula(''), formula('office:value-type="string"')].join('');
    expect((await read(anOds(`<table:table-row>${cells}</table:table-row>`), 'a.ods')).leftOut).toEqual({
      formulas: 1,
    });
  });

  it('a spreadsheet with a million repeated cells or rows is too complex, but repeated empty ones cost nothing', async () => {
    const far = `<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`;
    expect(
      await textOf(anOds(`${far}<table:table-row>${odsCell('Rye')}${odsCell('$7')}</table:table-row>${far}`)),
    ).toBe('Rye; $7');
    expect(
      await problem(anOds(`<table:table-row table:number-rows-repeated="1000000">${odsCell('x')}</table:table-row>`)),
    ).toBe('too_complex');
    const wide = `<table:table-row>${odsCell('x', 'table:number-columns-repeated="16384"')}</table:table-row>`;
    expect(await problem(anOds(wide.repeat(300)))).toBe('too_complex');
  });
});

describe('an RTF file', () => {
  it('an RTF file is decoded with its fonts’ encodings and Unicode escapes, and only its text is kept', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial;}}{\*\generator X;}{\info{\title Secret}}{\pict 89504e47}\pard Caf\'e9 \u8364?5 {\v hidden }{\deleted gone }\{x\}\par {\f1 \'d5\'eb\'e5\'e1}\par}`;
    expect(await textOf(rtf)).toBe('Café €5 {x}\n\nХлеб');
    expect((await read(rtf, 'a.rtf')).leftOut).toEqual({ hidden_text: 1 });
  });

  it('a deeply nested RTF file is too complex, a truncated one is broken, and binary data is skipped', async () => {
    expect(await problem(`{\\rtf1 ${'{'.repeat(50_000)}`)).toBe('too_complex');
    expect(await problem(String.raw`{\rtf1 Words {\b`)).toBe('broken');
    expect(await textOf(String.raw`{\rtf1 One{\object\bin5 }}}}}} two}`)).toBe('One two');
    expect(await textOf(String.raw`{\rtf1 One\bin-5 two\bin99999999 three}`).catch(problemOf)).toBe('broken');
  });

  it('a table in an RTF file’s header stays out of its body, whose headings and tables are kept', async () => {
    const rtf = String.raw`{\rtf1\ansi{\stylesheet{\s1 heading 1;}}\pard\s1 {\header\trowd\cellx1\cellx2\pard\intbl Rye & Co\cell 555-0100\cell\row\pard\par}Prices\par\trowd\cellx1\cellx2\pard\intbl Rye\cell $7\cell\row\pard Bye\par}`;
    const { sections } = await read(rtf, 'a.rtf');
    expect(sections.map(({ path, text }) => [path, text])).toEqual([
      [[], 'Rye & Co 555-0100'],
      [['Prices'], 'Rye; $7\n\nBye'],
    ]);
  });
});

describe('a saved web page', () => {
  it('a saved web page is read without scripts and navigation, and one without text is empty', async () => {
    const page =
      '<!-- saved from shop --><!DOCTYPE html><nav>Home</nav><h1>Bowls</h1><p>$38</p><script>alert(1)</script>';
    expect((await read(page, 'shop.html')).sections).toEqual([{ path: ['Bowls'], place: {}, text: '$38' }]);
    expect(await problem('<!DOCTYPE html><script>alert(1)</script>')).toBe('empty');
    expect(await problem(`<html>${'<p>x'.repeat(200_000)}`)).toBe('too_complex');
  });
});

describe('a file that another program has to save first', () => {
  const anOleFile = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(`${stream}\0`, 'utf16le')]);
  it.each([
    ['menu.doc', anOleFile('WordDocument'), 'old_word'],
    ['prices.xls', anOleFile('Workbook'), 'old_excel'],
    [
      'prices.xlsb',
      aZip({ '[Content_Types].xml': 'application/vnd.ms-excel.sheet.binary.macroEnabled.main' }),
      'old_excel',
    ],
    ['talk.ppt', anOleFile('PowerPoint Document'), 'other_program'],
    ['talk.odp', aZip({ mimetype: `${ODF}.presentation` }), 'other_program'],
    ['list.numbers', aZip({ 'Index/Document.iwa': 'x' }), 'other_program'],
    ['photo.heic', Buffer.from('000000186674797068656963000000006d69663168656963', 'hex'), 'image_type'],
    ['scan.tiff', Buffer.from('49492a00080000000000ff00ff000000', 'hex'), 'image_type'],
    ['logo.bmp', Buffer.from('424d46000000000000003600000028000000', 'hex'), 'image_type'],
  ])('the owner is told which format to save %s in', async (name, bytes, expected) => {
    expect(await problem(bytes, name)).toBe(expected);
  });
});

describe('a PDF', () => {
  const cells = (y: number, ...texts: [number, string][]): PdfText[] => texts.map(([x, text]) => ({ x, y, text }));
  it('PDF columns are read one after the other even if their lines aren’t level, and short lines stay a list', async () => {
    const left = [
      'Our kitchen opens at eight',
      'from Tuesday to Sunday, and',
      'serves breakfast until noon',
      'with bread from our oven and',
      'jam that we make ourselves',
    ];
    const right = [
      'can be made gluten-',
      'free if you tell us before',
      'we begin. Groups of eight',
      'or more call us two days',
      'ahead, because we have only',
      'thirty seats in all.',
    ];
    const page = [
      ...linesOfText(left, { top: 700 }),
      ...linesOfText(right, { top: 714, x: 330 }),
      ...linesOfText(['Grilled cheese, $9', 'Turkey and apple, $11'], { top: 560 }),
    ];
    expect(await textOf(aPdf([page]))).toBe(
      `${left.join(' ')} can be made gluten-free if you tell us before we begin. Groups of eight or more call us two days ahead, because we have only thirty seats in all.\n\nGrilled cheese, $9\nTurkey and apple, $11`,
    );
  });

  it('two-column lists in a PDF are read one after the other, and numbers stay with their items', async () => {
    const page = [
      ...['Rye', 'Spelt', 'Wheat'].flatMap((name, index) =>
        cells(700 - index * 15, [72, '*'], [90, name], [300, '*'], [318, `${name} rolls`]),
      ),
      ...cells(600, [72, '1.'], [110, 'Call us.']),
      ...cells(585, [72, '2.'], [110, 'Choose a day.']),
    ];
    expect(await textOf(aPdf([page]).toString('latin1').replaceAll('(*)', '(\\225)'))).toBe(
      '- Rye\n- Spelt\n- Wheat\n\n- Rye rolls\n- Spelt rolls\n- Wheat rolls\n\n1. Call us.\n2. Choose a day.',
    );
  });

  it('a PDF form shows checked boxes, choices and typed notes, but no passwords, buttons or hidden fields', async () => {
    const field = (y: number, entries: string) => `<< /Type /Annot /Rect [200 ${y} 300 ${y + 14}] ${entries} >>`;
    const objects = [
      field(697, '/Subtype /Widget /FT /Btn /T (a) /V /Yes /AS /Yes /AP << /N << /Yes 3 0 R >> >>'),
      field(677, '/Subtype /Widget /FT /Ch /Ff 131072 /T (b) /V (rye) /Opt [[(rye) (Rye loaf)]]'),
      field(657, '/Subtype /Widget /FT /Tx /Ff 8192 /T (c) /V (secret)'),
      field(637, '/Subtype /Widget /FT /Tx /F 2 /T (d) /V (hidden)'),
      field(617, '/Subtype /FreeText /Contents (Ring twice.) /DA (/Helv 11 Tf)'),
    ];
    const labels = ['Delivery:', 'Bread:', 'Password:', 'Code:', 'Note:'].flatMap((text, index) =>
      cells(700 - index * 20, [72, text]),
    );
    const text = await textOf(aPdf([labels], { page: '/Annots [4 0 R 5 0 R 6 0 R 7 0 R 8 0 R]', objects }));
    expect(text.replaceAll(/\n+/g, '\n')).toBe('Delivery: [x]\nBread: Rye loaf\nPassword:\nCode:\nNote: Ring twice.');
  });
});

describe('a Word or Excel file', () => {
  it('a Word file shows its pages’ header and footer once, without the page number', async () => {
    const part = (text: string) => `<w:hdr>${paragraph(text)}${paragraph('Page 1 of 3')}</w:hdr>`;
    const parts = {
      'word/header1.xml': part('Hotline 555'),
      'word/header2.xml': part('Hotline 555'),
      'word/footer1.xml': part('Mill Street'),
    };
    expect(await textOf(aDocx(paragraph('Terms'), { parts }))).toBe('Hotline 555\nTerms\nMill Street');
  });

  it('an Excel file with prefixed elements, as .NET writes them, is read like any other, including prices and hidden sheets', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const prefixed = (xml: string) =>
      xml.replaceAll(/<(\/?)([a-z])/gi, '<$1x:$2').replace(`xmlns="${main}"`, `xmlns:x="${main}"`);
    const [shown, hidden] = [
      [
        ['Item', 'Price'],
        ['Rye', { value: 7.5, style: 1 }],
      ],
      [['Secret']],
    ].map((rows) => prefixed(sheetXml(rows)));
    const sheet = (name: string, id: number, state = '') =>
      `<x:sheet name="${name}" sheetId="${id}"${state} d3p1:id="rId${id}" xmlns:d3p1="${relationships}"/>`;
    const workbook = `<x:workbook xmlns:x="${main}"><x:sheets>${sheet('Prices', 1)}${sheet('Costs', 2, ' state="hidden"')}</x:sheets></x:workbook>`;
    const bytes = anXlsx({ Prices: shown ?? '', Costs: hidden ?? '' }, { parts: { 'xl/workbook.xml': workbook } });
    const document = await read(bytes, 'a.xlsx');
    expect(document.sections.map(({ text }) => text)).toEqual(['Item: Rye; Price: $7.50']);
    expect(document.leftOut).toEqual({ hidden_sheets: 1 });
  });

  it('a sheet with too many overlapping merged cells is too complex', async () => {
    const merges = '<mergeCell ref="A1:A50000"/>'.repeat(20);
    const sheet = sheetXml(Array.from({ length: 20_000 }, () => ['x', 'y'])).replace(
      '</worksheet>',
      `<mergeCells>${merges}</mergeCells></worksheet>`,
    );
    expect(await problem(anXlsx({ A: sheet }))).toBe('too_complex');
  });
});

describe('a table in a text file', () => {
  it('a text file of names and prices is read as a table whatever its file name, and a letter isn’t', async () => {
    expect(await textOf('Item,Price\rRye loaf,$7.40\rBagel,$1.50', 'prices.pdf')).toBe(
      'Item: Rye loaf; Price: $7.40\nItem: Bagel; Price: $1.50',
    );
    expect((await read('Dear Maya,\nwe open at 7, not\n8, on Mondays.', 'prices.pdf')).kind).toBe('text');
  });
});

/** Bytes of texts in the encodings that office programs write, as `iconv` converts them. */
describe('a text without a byte order mark', () => {
  it.each([
    ['windows-1250', '43686c656220bf79746e692c20392c3530207ab3', 'Chleb żytni, 9,50 zł'],
    ['windows-1251', 'd5ebe5e120f0e6e0edeee92c2031323020f0f3e1', 'Хлеб ржаной, 120 руб'],
    ['koi8-r', 'e8ccc5c220d2d6c1cecfca2c2031323020d2d5c2', 'Хлеб ржаной, 120 руб'],
    ['windows-1253', 'cae1ebe7ecddf1e12c20eae1f6ddf220322080', 'Καλημέρα, καφές 2 €'],
    ['windows-1254', '41e7fd6b3a20fe656b65722c207961f0', 'Açık: şeker, yağ'],
    ['windows-1255', 'ece7ed20f9e9f4e5ef20e5f2e5e2e4', 'לחם שיפון ועוגה'],
    ['windows-1256', 'cec8d220e6dee5e6c9', 'خبز وقهوة'],
    ['macintosh', '43728f6d652062729e6c8e652c20db36', 'Crème brûlée, €6'],
    ['shift_jis', '837083938141333030897e814292e88b7893fa82cd8c8e976a93fa82c582b7', 'パン、300円。定休日は月曜日です'],
    ['gbk', 'c3e6b0fcb5c4bcdbb8f1cac73132d4aa', '面包的价格是12元'],
    ['big5', 'c4d1a55daababbf9aee6ac4f313230a4b8', '麵包的價格是120元'],
    ['euc-kr', 'bdc4bba7c0ba2034353030bff8c0d4b4cfb4d9', '식빵은 4500원입니다'],
    ['iso-2022-jp', '1b2442446a3559467c244f376e4d4b467c244724391b2842', '定休日は月曜日です'],
    ['utf-16le', '5000610069006e002c00200039002c00350030002000ac20', 'Pain, 9,50 €'],
  ])('is read in %s', async (_encoding, hex, text) => {
    expect(await textOf(Buffer.from(hex, 'hex'), 'a.txt')).toBe(text);
  });
});
