import type { Playbook } from '../play.ts';

export const DATA_ANALYST: Playbook = [
  {
    about: /stand|figure|sales|trend|what|month|look|compare|pattern/i,
    title: 'How to read these figures',
    point: (s) =>
      `I didn’t find any numbers in your message, so here’s what I’d look for in data about ${s.subject}. Paste names and numbers, one pair per line, and I’ll do the math.`,
    steps: () => [
      '**Level:** total and average, so we know what scale we’re talking about.',
      '**Direction:** each period against the one before, in percent.',
      '**Odd ones:** anything more than twice, or less than half, its neighbors. Check those for typos first.',
    ],
    table: () => ({
      head: ['Question', 'Column needed', 'Chart'],
      rows: [
        ['Is it growing?', 'Date, amount', 'Line'],
        ['What carries it?', 'Kind, amount', 'Bars, sorted'],
        ['Is it the season?', 'Date, two years', 'Two lines'],
      ],
    }),
    snippet: (s) => ({ language: 'csv', code: `month,${s.moment}s,amount\n2026-01,,\n2026-02,,` }),
    handover: { to: 'finny', request: 'What should we do about the weakest of these?' },
    ask: () => 'What decision should the figures help you with?',
  },
  {
    about: /clean|csv|export|duplicate|group|segment|survey|customers?|row|column/i,
    title: 'Clean first, then count',
    point: (s) =>
      `Most surprises in small tables are typos. For ${s.subject}, I’d clean up in this order and leave the original untouched.`,
    steps: () => [
      'One row per fact, one column per kind of value. No totals between the rows.',
      'Write dates as 2026-01-31 and amounts without currency signs.',
      'Remove exact duplicates; mark near ones and decide by hand. Leave out names and addresses.',
    ],
    table: (s) => ({
      head: ['Problem', 'How to see it', 'Fix'],
      rows: [
        ['Same thing, two spellings', 'Sort the column', 'Choose one'],
        ['Empty cells', 'Count filled against all', 'Say how many, never guess'],
        [`One very large ${s.moment}`, 'Compare average and median', 'Show both'],
      ],
    }),
    handover: { to: 'code_helper', request: 'Write a formula that finds duplicates in column A.' },
    ask: () => 'How many rows are there, and what does one row stand for?',
  },
];
