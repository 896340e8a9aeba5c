import type { Playbook } from '../play.ts';

export const RESEARCH_ASSISTANT: Playbook = [
  {
    about: /summar|contract|document|paste|read|terms|letter|explain|article/i,
    title: 'How I’d sum it up',
    point: (s) =>
      `I don’t see any text about ${s.subject} yet. Paste it without names and I’ll fill in this form. If it’s legally important, have a professional look at it too.`,
    steps: () => [
      '**In three sentences:** who promises what, from when, and for how much.',
      '**What binds you:** duties, dates, notice periods, automatic renewal.',
      '**What is unclear:** words such as “reasonable” or “usual”, quoted with their paragraph.',
    ],
    table: () => ({
      head: ['Look for', 'Why it matters', 'Ask the other side'],
      rows: [
        ['Notice period', 'It decides when you are free', 'By which day, in which form?'],
        ['Price changes', 'They can creep up', 'Is there a limit?'],
        ['Liability', 'The worst case', 'Is it insured?'],
        ['Renewal', 'It may renew automatically', 'Will you remind us?'],
      ],
    }),
    handover: { to: 'brain_ai', request: 'Put the dates of this contract into our plan.' },
    ask: () => 'What decision do you have to make, and by when?',
  },
  {
    about: /question|find|compare|research|supplier|option|which|market|pros|difference|how/i,
    title: 'The question, broken down',
    point: (s) =>
      `I can’t search the web, so I won’t claim any facts about ${s.subject}. Here’s how to get a reliable answer in an hour.`,
    steps: (s) => [
      '**Narrow it:** for whom, until when, and what would change your mind?',
      '**Three sources of different kinds:** an official one, someone who sells it, someone who uses it.',
      `**Write down the date** of each fact, and what it would mean for ${s.business}.`,
    ],
    table: () => ({
      head: ['Part of the question', 'Where to look', 'Trust'],
      rows: [
        ['What are the rules?', 'Authority, chamber, association', 'High'],
        ['What does it cost?', 'Three written quotes', 'Medium'],
        ['Does it work?', 'Two people who use it', 'Ask twice'],
      ],
    }),
    handover: { to: 'data_analyst', request: 'Compare the three quotes in one table.' },
    ask: () => 'What do you already know, and from where?',
  },
];
