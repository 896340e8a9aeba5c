const TOP = 780;
const LEFT = 60;
const RIGHT = 430;
const LINE_HEIGHT = 20;
const COLUMN_MAX = 58;

/** Escapes text for a PDF string. Characters that the built-in font lacks become question marks. */
function pdfText(text: string): string {
  const latin = [...text]
    .map((letter) => (letter === '…' ? '...' : (letter.codePointAt(0) ?? 0) > 255 ? '?' : letter))
    .join('');
  return latin.slice(0, COLUMN_MAX).replaceAll(/[\\()]/g, String.raw`\$&`);
}

/** One plain page with a title and two columns: enough for an invoice you can download and print. */
export function simplePdf(title: string, lines: [string, string][]): Uint8Array {
  const row = ([left, right]: [string, string], index: number) => {
    const y = TOP - 40 - index * LINE_HEIGHT;
    return `BT /F1 10 Tf ${LEFT} ${y} Td (${pdfText(left)}) Tj ET BT /F1 10 Tf ${RIGHT} ${y} Td (${pdfText(right)}) Tj ET`;
  };
  const content = [`BT /F1 16 Tf ${LEFT} ${TOP} Td (${pdfText(title)}) Tj ET`, ...lines.map(row)].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
