import type { Playbook } from '../play.ts';

export const FINNY: Playbook = [
  {
    about: /why|slow|less|drop|down|change|compare|month|than|growth/i,
    title: 'Why a month differs from the last',
    point: (s) =>
      `I haven’t seen any numbers from ${s.business} yet, so I won’t guess. Here’s how I’d break down the change in ${s.subject}.`,
    steps: (s) => [
      `Write income as **${s.moment}s × average value**. Which of the two moved?`,
      'Compare the same number of weekdays. A month with five Saturdays is a different month.',
      'List what was different: prices, stock, holidays, emails sent, days off.',
    ],
    table: (s) => ({
      head: ['Figure', 'Before', 'Now', 'If it fell, look at'],
      rows: [
        ['Visits or inquiries', '[ ]', '[ ]', 'Search, ads, posts'],
        [`Number of ${s.moment}s`, '[ ]', '[ ]', 'Page, price, stock'],
        ['Average value', '[ ]', '[ ]', 'Discounts, mix'],
      ],
    }),
    snippet: () => ({ language: 'text', code: 'change % = (now - before) / before * 100' }),
    handover: { to: 'data_analyst', request: 'Compare these two exports week by week.' },
    ask: () => 'Can you paste the three figures for both months?',
  },
  {
    about: /price|margin|profit|cost|cash|budget|afford|earn|money|number|report/i,
    title: 'What each sale leaves you',
    point: (s) =>
      `For ${s.subject} the number to know is the margin after everything that happens only because of that sale.`,
    steps: (s) => [
      'Take the price without tax, then subtract material, packing, fees and postage.',
      `Add your minutes per ${s.moment} at an hourly rate you would pay someone else.`,
      'What is left pays rent, tools and you. Compare it with the fixed costs of a month.',
    ],
    table: () => ({
      head: ['Line', 'Example only', 'Yours'],
      rows: [
        ['Price without tax', '100', '[ ]'],
        ['Material and packing', '35', '[ ]'],
        ['Fees and postage', '15', '[ ]'],
        ['Left over', '50', '[ ]'],
      ],
    }),
    snippet: () => ({
      language: 'text',
      code: 'margin % = left over / price * 100\nneeded sales = fixed costs / left over',
    }),
    handover: { to: 'code_helper', request: 'Write this as a spreadsheet formula.' },
    ask: () => 'What are your fixed costs in a normal month?',
  },
];
