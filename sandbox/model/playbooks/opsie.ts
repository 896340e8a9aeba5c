import type { Playbook } from '../play.ts';

export const OPSIE: Playbook = [
  {
    about: /order|sheet|copy|automat|connect|into|sync|export|new|zap/i,
    title: 'From one place to the next without copying',
    point: (s) =>
      `For ${s.subject} I’d automate only the copying and leave every decision to a person. I design it. You or your tool runs it.`,
    steps: (s) => [
      `**Trigger:** a new ${s.moment} with the status “paid” or “confirmed”.`,
      '**Check:** is the number already in the sheet? Then stop, so that nothing appears twice.',
      '**Action:** add one row; then mark the source as “copied”.',
      '**If it fails:** send yourself one message with the number, and try again in ten minutes.',
    ],
    table: () => ({
      head: ['Column', 'Comes from', 'Rule'],
      rows: [
        ['Number', 'Source', 'Must be unique'],
        ['Date', 'Source', 'Written as 2026-01-31'],
        ['What', 'Source lines', 'One row per line'],
        ['State', 'You', 'open, packed, sent'],
      ],
    }),
    snippet: (s) => ({
      language: 'yaml',
      code: `when: new ${s.moment}\nif: number is not in sheet\nthen:\n  - add row: [number, date, what, open]\non error: tell ${s.owner ?? 'owner'}, retry in 10 minutes`,
    }),
    handover: { to: 'code_helper', request: 'Write a formula that marks rows older than two days.' },
    ask: () => 'Which two tools does the information travel between today?',
  },
  {
    about: /routine|process|checklist|time|remind|every|week|forget|task|how/i,
    title: 'A routine that runs on its own',
    point: (s) =>
      `Let’s write down ${s.subject} the way it happens today, then remove one step. The best automation is a step nobody needs.`,
    steps: () => [
      'Do it once as usual and note every click, copy and wait.',
      'Mark each step: **decide**, **copy** or **wait**. Only copying should be automated first.',
      'Run old and new side by side for one week, then switch the old one off.',
    ],
    table: (s) => ({
      head: ['Step', 'Kind', 'Better'],
      rows: [
        ['Read the message', 'Decide', 'Stays with you'],
        ['Type it into a list', 'Copy', 'Form that fills the list'],
        [`Tell ${s.customers}`, 'Copy', 'Saved reply with a date'],
        ['Check whether it’s paid', 'Wait', 'Notice on payment'],
      ],
    }),
    handover: { to: 'cassie', request: 'Write the saved reply for the third step.' },
    ask: () => 'How often a week does this happen, and how many minutes does it take?',
  },
];
