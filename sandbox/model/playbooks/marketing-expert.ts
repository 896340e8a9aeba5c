import type { Playbook } from '../play.ts';

export const MARKETING_EXPERT: Playbook = [
  {
    about: /campaign|plan|launch|market|season|autumn|spring|event|promot|budget/i,
    title: 'A small campaign you can pull off',
    point: (s) =>
      `For ${s.subject} I would use two channels and three weeks, and judge it by one number: ${s.moment}s that mention it.`,
    steps: (s) => [
      `**Message:** “${s.sender} helps [whom] to [result], without [what annoys them].”`,
      '**Leave out:** paid ads and new channels. There is no time to learn them in three weeks.',
      '**Limit:** decide now what you will not spend more than, in money and in hours.',
    ],
    table: (s) => ({
      head: ['Week', 'Do', 'Teammate', 'Done when'],
      rows: [
        ['1', 'One page, one offer', 'Landa', 'A friend understands it in 5 s'],
        ['2', `Email to ${s.customers}, three posts`, 'Emmie', 'Everything’s scheduled'],
        ['3', 'Answer, remind, thank', 'Cassie', 'Every reply is answered'],
      ],
    }),
    handover: { to: 'landa', request: 'Draft the page for week one.' },
    ask: () => 'What would make you call it a success after three weeks?',
  },
  {
    about: /position|brand|different|compet|audience|message|say|who|stand out|price/i,
    title: 'What to say about yourself',
    point: (s) =>
      `Good positioning for ${s.subject} makes some people leave right away, because it’s clearly not for them. These are assumptions to test, not findings.`,
    steps: (s) => [
      `Ask three ${s.customers} why they chose you and what they nearly chose instead. Write down their words.`,
      'Pick the one reason that competitors cannot claim.',
      'Say it first everywhere for a month: page, email signature, profile.',
    ],
    table: (s) => ({
      head: ['Building block', 'Draft', 'Test'],
      rows: [
        ['For whom', `Those ${s.customers} who [situation]`, 'Do they nod?'],
        ['Instead of', '[what they do today]', 'Do they laugh?'],
        ['Because', '[your fact]', 'Can others say it?'],
      ],
    }),
    handover: { to: 'content_writer', request: 'Write our “about” text from these building blocks.' },
    ask: () => 'What did your last happy customer say, in their own words?',
  },
];
