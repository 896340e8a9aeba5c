import type { Playbook } from '../play.ts';

export const EMMIE: Playbook = [
  {
    about: /basket|cart|remind|abandon|win.?back|inactive|lapsed|again|left/i,
    title: 'A friendly reminder email',
    point: (s) =>
      `Here’s one email for people who almost went for ${s.subject}. It helps first and sells second, which suits ${s.business}.`,
    steps: () => [
      '**Who gets it:** people who agreed to get your emails and stopped partway in the last seven days.',
      '**Who doesn’t:** anyone who has bought since, or has written to you with a problem.',
      '**When:** once after a day, once more after three. Then leave them alone.',
    ],
    table: (s) => ({
      head: ['Subject line', 'Why it may be opened'],
      rows: [
        ['Still thinking about it?', 'Short, sounds like a person'],
        [`A question about ${s.bareSubject}`, 'Names what they looked at'],
        ['We kept this for you', 'Only if it is true'],
      ],
    }),
    snippet: (s) => ({
      language: 'text',
      code: `Hi {{first_name}},\n\nyou looked at {{item_name}} but didn’t check out.\nIf anything was unclear, just reply. A real person reads it.\nIf not, it’s one click away: {{link}}\n\n${s.owner ?? '[Your name]'}, ${s.sender}\n{{unsubscribe_link}}`,
    }),
    handover: { to: 'milli', request: 'Write a personal note to the three most promising of them.' },
    ask: () => 'What is the most common reason people give for not finishing?',
  },
  {
    about: /newsletter|welcome|series|subject|email|mail|write|announce|launch/i,
    title: 'A newsletter you can send this week',
    point: (s) => `I would write about ${s.subject} as you would tell a regular: one story, one use, one link.`,
    steps: () => [
      '**Open** with what happened, in two sentences. No “we are excited”.',
      '**Say what it means** for the reader, with one detail only you know: [your detail].',
      '**End** with one link and one reason to click it, now or later.',
    ],
    table: (s) => ({
      head: ['Part', 'Draft'],
      rows: [
        ['Subject A', `New from ${s.sender}: ${s.bareSubject}`],
        ['Subject B', 'Something you may have missed'],
        ['Subject C', 'A short note before the weekend'],
        ['Preview', 'One story, one minute, one link.'],
      ],
    }),
    snippet: (s) => ({
      language: 'text',
      code: `Hi {{first_name}},\n\n[What happened, in two sentences.]\nNow it is here: ${s.bareSubject}.\n\nSee it: {{link}}\n\n${s.owner ?? '[Your name]'}\n{{unsubscribe_link}}`,
    }),
    handover: { to: 'landa', request: 'Check that the page behind the link keeps the email’s promise.' },
    ask: (s) => `Shall I write it for all ${s.customers}, or only for those who came back at least once?`,
  },
];
