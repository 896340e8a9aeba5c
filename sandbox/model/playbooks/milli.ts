import type { Playbook } from '../play.ts';

export const MILLI: Playbook = [
  {
    about: /who|call|lead|sort|rank|list|pipeline|friday|first/i,
    title: 'Who to call first',
    point: (s) =>
      `I can’t see your leads, so here’s how I’d sort them for ${s.subject}. Paste the list without last names and I’ll rank it.`,
    steps: () => [
      'Give each lead 0 to 2 points for **fit**, **timing** and **last contact**.',
      'Call everyone with 5 or 6 points today, before you write to anyone.',
      'Send the ones with 3 or 4 a short question. Let the rest go, kindly.',
    ],
    table: (s) => ({
      head: ['Points', 'Fit', 'Timing', 'Last contact'],
      rows: [
        ['2', `Needs exactly your ${s.offer}`, 'Named a date', 'Within 7 days'],
        ['1', 'Could use it', 'This quarter', 'Within 30 days'],
        ['0', 'Not really', 'Someday', 'Longer ago'],
      ],
    }),
    snippet: () => ({
      language: 'text',
      code: 'Hello {{first_name}},\n\nyou mentioned {{their_need}}. Is that still open?\nI have Thursday at 10 or Friday at 2 for ten minutes.\nIf it is no longer on your list, a “no” is fine too.',
    }),
    handover: { to: 'opsie', request: 'Design a reminder that tells me when a lead has been quiet for a week.' },
    ask: () => 'Which three names come to mind first, and what did each say last?',
  },
  {
    about: /follow|offer|price|discount|close|objection|expensive|proposal|write|quote|sales?\b/i,
    title: 'The follow-up and the honest next step',
    point: (s) =>
      `People rarely say no to ${s.subject}; they postpone it. A good follow-up makes the next step small and dated.`,
    steps: () => [
      'Repeat their problem in their own words, so that they feel heard.',
      'Offer two ways forward, the smaller one first.',
      'Say how long the offer is good for, but only if the date is real.',
    ],
    table: (s) => ({
      head: ['They say', 'They may mean', 'You answer'],
      rows: [
        ['Too expensive', 'I do not see the value yet', `What would make this ${s.offer} worth it to you?`],
        ['Not now', 'Other things come first', 'When shall I ask again?'],
        ['I must ask someone', 'I cannot explain it well', 'Shall I write half a page for them?'],
      ],
    }),
    snippet: (s) => ({
      language: 'text',
      code: `Hello {{first_name}},\n\nyou wanted {{their_goal}} by {{their_date}}.\nTwo ways to start: a small first step, or the whole job.\nShould I hold Thursday for you?\n\n${s.owner ?? '[Your name]'}, ${s.sender}`,
    }),
    handover: { to: 'finny', request: 'Tell me how far I can lower the price before it costs me money.' },
    ask: () => 'What was the last thing this person said to you, word for word?',
  },
];
