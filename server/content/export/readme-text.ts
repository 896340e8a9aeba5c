import { PRODUCT_NAME } from '#contract/texts.ts';

/** The README of a download: what is in it, and what is not. */
export function readmeText(about: {
  email: string;
  moment: string;
  publicUrl: string;
  tables: string[];
  withheld: Record<string, Record<string, string>>;
}): string {
  const left = Object.entries(about.withheld).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, reason]) => `- ${table}.${column}: ${reason}`),
  );
  return `${[
    `Your data at ${PRODUCT_NAME}`,
    `This is everything that ${about.publicUrl} kept for ${about.email} on ${about.moment}.`,
    [
      'What is in here',
      '- account.html: your account at a glance, for any browser.',
      '- conversations/: every conversation as a text in Markdown, for people.',
      '- data/: everything, table by table as JSON, for programs. Times are UTC in ISO 8601.',
    ].join('\n'),
    ['The tables', ...about.tables.map((table) => `- data/${table}.json`)].join('\n'),
    ['What is left out, and why', ...left].join('\n'),
    'A conversation that you deleted within the last hour is in data/ and not in conversations/.',
    'Keep this file in a safe place: whoever has it can read all of it.',
  ].join('\n\n')}\n`;
}
