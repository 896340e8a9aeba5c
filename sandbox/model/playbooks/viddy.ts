import type { Playbook } from '../play.ts';

export const VIDDY: Playbook = [
  {
    about: /script|second|short|reel|tiktok|film|opening|video/i,
    title: 'A 30-second script',
    point: (s) => `Here is a script about ${s.subject} that one person can film with a phone in twenty minutes.`,
    steps: () => [
      'Hold the phone upright, wipe the lens, stand with the light in front of you.',
      'Film each line twice, and two seconds longer than you think you need.',
      'Add the captions by hand. Most people watch without sound.',
    ],
    table: (s) => ({
      head: ['Time', 'Picture', 'Words'],
      rows: [
        ['0 to 3 s', 'Movement, very close', `Nobody shows you this part of ${s.bareSubject}.`],
        ['3 to 12 s', 'Your hands at work', 'This is the step that takes the longest.'],
        ['12 to 22 s', 'The mistake, then the fix', 'And this is what goes wrong when you rush.'],
        ['22 to 30 s', 'The result, your face', `That’s why we do it this way at ${s.sender}.`],
      ],
    }),
    snippet: () => ({
      language: 'text',
      code: 'Caption: The part nobody shows you.\nCover text: Don’t rush this\nAsk: Which step surprised you?',
    }),
    handover: { to: 'soshie', request: 'When and where should this video go out, and with which caption?' },
    ask: () => 'Do you want to speak to the camera, or should text on the picture do it?',
  },
  {
    about: /idea|hook|series|plan|youtube|shot|channel|more|content/i,
    title: 'Hooks and a shot list',
    point: (s) =>
      `You need fewer ideas and more first seconds. Here are hooks for ${s.subject} that can all be filmed in one morning.`,
    steps: (s) => [
      'Film all four shots once; they serve at least three videos.',
      `Use a question that ${s.customers} really ask as the first sentence.`,
      'Keep the same last picture every time, so people recognize you.',
    ],
    table: () => ({
      head: ['Hook', 'Shot', 'Length'],
      rows: [
        ['Three things I would not do again', 'You, walking', '25 s'],
        ['Watch what happens here', 'Close-up from above', '12 s'],
        ['You asked, so here it is', 'The question on screen', '30 s'],
        ['Before and after', 'Same place, same light', '8 s'],
      ],
    }),
    handover: { to: 'content_writer', request: 'Turn these hooks into titles and descriptions.' },
    ask: (s) => `Which moment in your ${s.place} do visitors always want to watch?`,
  },
];
