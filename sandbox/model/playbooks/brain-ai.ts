import type { Playbook } from '../play.ts';

export const BRAIN_AI: Playbook = [
  {
    about: /week|today|first|priorit|plan|start|focus/i,
    title: 'One priority and a short plan',
    point: (s) =>
      `My advice is to give this week to ${s.subject}, and to finish one visible thing before starting a second.`,
    steps: (s) => [
      `**Today, 30 minutes:** write down what “done” means for ${s.subject} in one sentence.`,
      `**By Wednesday:** make the first version and show it to two ${s.customers}.`,
      `**By Friday:** publish it, and write down one number to compare next Friday.`,
      '**Leave out:** anything that needs a new tool. It can wait a week.',
    ],
    table: (s) => ({
      head: ['Day', 'Task', 'Teammate'],
      rows: [
        ['Monday', `Agree on the promise of ${s.subject}`, 'Brain AI'],
        ['Tuesday', 'Fix the page people will land on', 'Seomi'],
        ['Thursday', `Tell the ${s.customers} you already have`, 'Emmie'],
        ['Friday', 'Look at the result together', 'Finny'],
      ],
    }),
    handover: { to: 'emmie', request: 'Write Thursday’s email to people who already know us.' },
    ask: () => 'How many hours do you really have for this before Friday?',
  },
  {
    about: /who|team|help|which|decide|should|idea|grow|problem/i,
    title: 'Who should do what',
    point: (s) =>
      `I’d split ${s.subject} into finding people, winning them over and keeping them, and start where it takes the least effort.`,
    steps: () => [
      '**Keep first.** People you’ve already worked with are the quickest to answer. Thank them and ask one question.',
      '**Then convince.** Put the answer to their most common doubt at the top of your page.',
      '**Then find.** Only now spend time or money on new people.',
    ],
    table: (s) => ({
      head: ['Aim', 'Teammate', 'What to ask for', 'Sign that it’s working'],
      rows: [
        ['Keep', 'Emmie', `A thank-you email to ${s.customers}`, 'Replies'],
        ['Convince', 'Landa', `A page for ${s.subject}`, 'Clicks on the button'],
        ['Find', 'Seomi', 'Three searches to aim for', 'Visits to that page'],
      ],
    }),
    handover: { to: 'landa', request: 'Draft a page with one promise and one button for this.' },
    ask: (s) => `What have ${s.customers} asked you most often in the last month?`,
  },
];
