import { PRODUCT_NAME } from '#contract/texts.ts';
import { escapeHtml } from '#server/lib/text/escape-html.ts';

export type OverviewSection = { heading: string; columns?: string[]; rows: string[][]; empty: string };

const row = (cells: string[], tag: 'td' | 'th') =>
  `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;

// The page is opened from a disk without our style sheets, so it carries the colors of the paper theme itself.
const STYLE = [
  'body{margin:0 auto;max-width:60rem;padding:2rem 1rem;background:#F6F2E9;color:#17201B;font:16px/1.55 system-ui,sans-serif}',
  'h1,h2{font-family:Georgia,serif;font-weight:500;line-height:1.2}h2{margin:2.5rem 0 .75rem}',
  'p{color:#3C463F}div{overflow-x:auto}table{border-collapse:collapse;width:100%}',
  'th,td{padding:.5rem 1rem .5rem 0;border-top:1px solid #DED6C5;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{color:#5C635C;font-weight:500}',
  '@media (prefers-color-scheme:dark){body{background:#121613;color:#F2EDE1}p{color:#D0CDC0}th,td{border-color:#2D342E}th{color:#A3A497}}',
].join('');

function sectionHtml({ heading, columns, rows, empty }: OverviewSection): string {
  const head = columns ? `<thead>${row(columns, 'th')}</thead>` : '';
  const body = `<div><table>${head}<tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
  return `<h2>${escapeHtml(heading)}</h2>${rows.length > 0 ? body : `<p>${escapeHtml(empty)}</p>`}`;
}

/** One page for people to read. It needs no network and runs no script. */
export function overviewPage(email: string, moment: string, sections: OverviewSection[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${PRODUCT_NAME}: ${escapeHtml(email)}</title><style>${STYLE}</style></head><body>`,
    `<h1>Your ${PRODUCT_NAME} account</h1><p>${escapeHtml(email)}, as of ${escapeHtml(moment)}.</p>`,
    ...sections.map(sectionHtml),
    '</body></html>\n',
  ].join('\n');
}
