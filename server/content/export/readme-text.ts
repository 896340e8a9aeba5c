import { PRODUCT_NAME } from '#contract/texts.ts';

/** The README in a data download: what's included and what isn't. */
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
    `Your ${PRODUCT_NAME} data`,
    `Everything ${about.publicUrl} had stored for ${about.email} as of ${about.moment}.`,
    [
      "What's included",
      '- account.html: your account at a glance. Open it in any browser.',
      '- conversations/: every conversation as a Markdown file that you can read.',
      '- documents/: the documents you added for your team, as they were.',
      '- data/: everything as JSON, one file per table, for programs. Times are in UTC (ISO 8601).',
    ].join('\n'),
    ['Tables', ...about.tables.map((table) => `- data/${table}.json`)].join('\n'),
    ["What's left out, and why", ...left].join('\n'),
    [
      'In data/automation_run_steps.json, a text that repeats an earlier one is saved in parts. Each part is a piece',
      'of text, or [place, offset, length] for a slice of the step at that place. Place 0 is the input of the run. The',
      'slice is taken from the texts of the step’s input and then of its output, each sorted by name and joined.',
    ].join('\n'),
    'Conversations you deleted in the last hour are in data/ but not in conversations/.',
    'Keep this file somewhere safe: anyone who has it can read all of it.',
  ].join('\n\n')}\n`;
}
