import { oneLine } from '#contract/quoted-name.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { MAIL_SHEET, MAIL_STYLES as styles } from './email-styles.ts';
import { escapeHtml } from '#server/lib/text/escape-html.ts';

export type EmailBody = {
  heading: string;
  /** Paragraphs that come before everything else. They may have several lines. */
  lines: string[];
  /** Shown large, so that it's easy to type. */
  code?: string;
  /** Rows like "Device: Firefox on Windows". */
  facts?: [name: string, value: string][];
  button?: { url: string; label: string };
  /** What someone wrote, line by line. */
  quote?: string;
  /** Small paragraphs at the end. */
  notes?: string[];
  /** A small link below everything. */
  link?: { url: string; label: string };
};

const FOOT = `${PRODUCT_NAME}. Ten teammates, ten times the reach.`;

const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;

const cell = (name: 'mark' | 'fold', size: string) =>
  `<td class="${name}" ${size} style="${styles[name]};font-size:0;line-height:0"></td>`;
/** The folded T made of table cells: many mail programs don't show images until asked to. */
const MARK = table(
  'width="22"',
  [
    `<tr>${cell('mark', 'colspan="3" width="22" height="7"')}</tr>`,
    `<tr><td width="7" height="7"></td>${cell('fold', 'width="8" height="7"')}<td width="7"></td></tr>`,
    `<tr><td height="6"></td>${cell('mark', '')}<td></td></tr>`,
  ].join(''),
);
const BRAND = table(
  '',
  `<tr><td style="padding:0 9px 0 0">${MARK}</td><td class="ink" style="${styles.brand}">${PRODUCT_NAME}</td></tr>`,
);

function factRows(facts: [string, string][]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th class="muted" scope="row" style="${styles.factName}">${escapeHtml(name)}</th><td style="${styles.fact}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table class="facts" cellpadding="0" cellspacing="0" border="0" style="${styles.facts}">${rows.join('')}</table>`;
}

function buttonHtml({ url, label }: { url: string; label: string }): string {
  const link = `<td class="button" style="${styles.button}"><a href="${escapeHtml(url)}" style="${styles.buttonLink}">${escapeHtml(label)}</a></td>`;
  return table('class="action" style="margin:8px 0 16px"', `<tr>${link}</tr>`).concat(
    `<p class="muted" style="${styles.small};${styles.address}">${escapeHtml(url)}</p>`,
  );
}

const withBreaks = (text: string): string => text.split('\n').map(escapeHtml).join('<br>');

function quoteHtml(quote: string): string {
  return `<blockquote class="quote" style="${styles.quote}">${withBreaks(quote)}</blockquote>`;
}

function htmlOf({ heading, lines, button, code, facts = [], quote, notes = [], link }: EmailBody): string {
  const card = [
    `<h1 class="ink" style="${styles.heading}">${escapeHtml(heading)}</h1>`,
    ...lines.map((line) => `<p style="${styles.line}">${withBreaks(line)}</p>`),
    ...(code === undefined ? [] : [`<p class="ink" style="${styles.code}">${escapeHtml(code)}</p>`]),
    factRows(facts),
    ...(quote === undefined ? [] : [quoteHtml(quote)]),
    ...(button ? [buttonHtml(button)] : []),
    ...notes.map((note) => `<p class="muted" style="${styles.small}">${escapeHtml(note)}</p>`),
    ...(link
      ? [
          `<p class="muted" style="${styles.small}"><a href="${escapeHtml(link.url)}" style="${styles.link}">${escapeHtml(link.label)}</a></p>`,
        ]
      : []),
  ].join('');
  const column = table(
    `width="100%" style="${styles.column}"`,
    [
      `<tr><td style="padding:0 0 20px">${BRAND}</td></tr>`,
      `<tr><td class="card" style="${styles.card}">${card}</td></tr>`,
      `<tr><td class="muted" style="${styles.foot}">${FOOT}</td></tr>`,
    ].join(''),
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(heading)}</title><style>${MAIL_SHEET}</style></head>`,
    `<body class="page" style="${styles.page}">`,
    table('width="100%"', `<tr><td class="frame" align="center" style="${styles.frame}">${column}</td></tr>`),
    '</body></html>',
  ].join('');
}

function textOf({ heading, lines, button, code, facts = [], quote, notes = [], link }: EmailBody): string {
  return [
    heading,
    ...lines,
    ...(code === undefined ? [] : [code]),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(quote === undefined ? [] : [quote.replaceAll(/^/gm, '> ')]),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...notes,
    ...(link ? [`${link.label}: ${link.url}`] : []),
    FOOT,
  ].join('\n\n');
}

/**
 * An email in the product's design, as HTML and as text with the same words. Every value is escaped, and all but
 * `lines` and `quote` stay on one line, whatever names they contain.
 */
export function layOutEmail(body: EmailBody): { text: string; html: string } {
  const bounded = {
    ...body,
    heading: oneLine(body.heading),
    facts: body.facts?.map(([name, value]): [string, string] => [name, oneLine(value)]) ?? [],
    notes: body.notes?.map(oneLine) ?? [],
  };
  return { text: textOf(bounded), html: htmlOf(bounded) };
}
