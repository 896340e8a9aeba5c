import type { Playbook } from '../play.ts';

export const SOSHIE: Playbook = [
  {
    about: /launch|turn|five|caption|draft|product|announce|instagram|linkedin|facebook|tiktok/i,
    title: 'One story, five posts',
    point: (s) =>
      `${s.subject} is one story with five good moments. Each post shows one of them and asks for one small thing.`,
    steps: () => [
      'Take all five pictures in one session, near a window, with the same background.',
      'Write the first line last. It must make sense without the picture.',
      'Answer every comment in the first hour yourself. It’s worth more than a sixth post.',
    ],
    table: (s) => ({
      head: ['Day', 'First line', 'Picture', 'Ask'],
      rows: [
        ['Mon', 'This nearly went wrong.', 'The unfinished thing', 'Guess why'],
        ['Tue', `Why ${s.sender} does it this way`, 'Hands at work', 'Save it'],
        ['Wed', `${s.bareSubject}, up close`, 'One detail', 'Pick A or B'],
        ['Thu', 'The question we hear most', 'Your face', 'Ask yours'],
        ['Fri', 'It is ready.', 'The finished thing', 'Follow the link'],
      ],
    }),
    snippet: (s) => ({
      language: 'text',
      code: `It is ready.\n\n[One sentence on what it is.]\n[One sentence on who it is for.]\n\nThe link is in our profile.\n${s.owner ?? '[Your name]'}, ${s.sender}`,
    }),
    handover: { to: 'viddy', request: 'Turn the Tuesday post into a 30-second video.' },
    ask: (s) => `Where do your ${s.customers} already reply to you?`,
  },
  {
    about: /month|calendar|plan|schedule|often|idea|grow|follow|week/i,
    title: 'A month of posts without stress',
    point: (s) =>
      `Three posts a week is plenty for ${s.business}, as long as they come from real work. Here is a rhythm around ${s.subject}.`,
    steps: (s) => [
      '**Collect:** keep one note on your phone; whenever something happens, add a line and a photo.',
      '**Write on Mondays:** 45 minutes, all three posts, then schedule them.',
      `**Look back on the last Friday:** repeat the kind of post that made ${s.customers} write to you.`,
    ],
    table: () => ({
      head: ['Week', 'Behind the scenes', 'Useful', 'Offer'],
      rows: [
        ['1', 'How it begins', 'A mistake to avoid', 'The classic'],
        ['2', 'The tool you use most', 'How to choose', 'A small first step'],
        ['3', 'A day in pictures', 'Care and repair', 'The set'],
        ['4', 'What you learned', 'Questions answered', 'Last call, if true'],
      ],
    }),
    handover: { to: 'emmie', request: 'Turn the best post of the month into a newsletter.' },
    ask: () => 'What happened at work this week that you told a friend about?',
  },
];
