import { PRODUCT_NAME } from '#contract/texts.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

export type MailBody = {
  heading: string;
  /** Paragraphs before the button or the code. */
  lines: string[];
  button?: { url: string; label: string };
  /** Shown large, to be typed. */
  code?: string;
  /** Rows like "Device: Firefox on Windows". */
  facts?: [name: string, value: string][];
  /** Small paragraphs at the end. */
  notes?: string[];
};

// Mail programs know no style sheets and no variables: the values are those of src/ui/styles/tokens.css, light.
const PAGE = 'background:#F6F2E9;margin:0;padding:32px 16px';
const CARD =
  'max-width:34rem;margin:0 auto;background:#FFFDF8;border:1px solid #DED6C5;border-radius:14px;padding:32px';
const TEXT = "font-family:'Hanken Grotesk',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;color:#17201B";
const HEADING = "font-family:Besley,Georgia,'Times New Roman',serif;font-weight:500;color:#17201B";
const BUTTON =
  'display:inline-block;background:#0B6747;color:#FBF8F0;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:10px;border-bottom:2px solid #063D2A';
const SMALL = 'font-size:14px;color:#5C635C';

function htmlOf({ heading, lines, button, code, facts = [], notes = [] }: MailBody): string {
  const paragraph = (line: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(line)}</p>`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;color:#5C635C;vertical-align:top">${escapeHtml(name)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeHtml(heading)}</title></head>`,
    `<body style="${PAGE}"><div style="${CARD};${TEXT}">`,
    `<p style="${HEADING};font-weight:700;font-size:20px;margin:0 0 24px">${PRODUCT_NAME}</p>`,
    `<h1 style="${HEADING};font-size:26px;line-height:1.2;margin:0 0 16px">${escapeHtml(heading)}</h1>`,
    ...lines.map((line) => paragraph(line)),
    ...(code === undefined
      ? []
      : [`<p style="${HEADING};font-size:34px;letter-spacing:0.12em;margin:8px 0 24px">${escapeHtml(code)}</p>`]),
    ...(button
      ? [
          `<p style="margin:8px 0 24px"><a href="${escapeHtml(button.url)}" style="${BUTTON}">${escapeHtml(button.label)}</a></p>`,
        ]
      : []),
    ...(rows.length > 0
      ? [
          `<table role="presentation" style="${TEXT};font-size:15px;border-collapse:collapse;margin:0 0 20px">${rows.join('')}</table>`,
        ]
      : []),
    ...notes.map((note) => paragraph(note, SMALL)),
    '</div></body></html>',
  ].join('');
}

function textOf({ heading, lines, button, code, facts = [], notes = [] }: MailBody): string {
  return [
    heading,
    ...lines,
    ...(code === undefined ? [] : [code]),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...notes,
  ].join('\n\n');
}

/** A mail in the product's design, as HTML and as text that says the same. Every value is escaped. */
export function layMail(body: MailBody): { text: string; html: string } {
  return { text: textOf(body), html: htmlOf(body) };
}
