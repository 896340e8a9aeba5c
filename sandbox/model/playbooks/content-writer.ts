import type { Playbook } from '../play.ts';

export const CONTENT_WRITER: Playbook = [
  {
    about: /description|product|about|copy|text|describe|page|tagline/i,
    title: 'A text you can use today',
    point: (s) =>
      `> ${s.bareSubject.replace(/^./, (letter) => letter.toUpperCase())}: made for people who use things every day. [Material or method, in one sentence.] It [does what], and after a year it still [does what]. From ${s.sender}, in [place].`,
    steps: (s) => [
      'I started with how it’s used, because praise without a fact sounds like everyone else.',
      'Square brackets mark what only you know. One exact number beats three adjectives.',
      `Read it aloud. If you wouldn’t say it to ${s.customers}, we’ll change it.`,
    ],
    table: (s) => ({
      head: ['Where', 'Length', 'Change'],
      rows: [
        [`Page of the ${s.offer}`, '60 to 90 words', 'Add size, care, delivery'],
        ['Listing elsewhere', '25 words', 'Keep use and one fact'],
        ['Label or card', '10 words', 'Only the first sentence'],
      ],
    }),
    handover: { to: 'seomi', request: 'Which words do people search with for this?' },
    ask: () => 'Which fact about it surprises people when you tell them?',
  },
  {
    about: /article|blog|outline|edit|improve|headline|story|newsletter|guide|shorter/i,
    title: 'An outline that’s easy to fill in',
    point: (s) =>
      `For an article about ${s.subject}, I’d answer one question fully instead of ten in passing. A headline to start from: *What I wish I had known about ${s.bareSubject}*.`,
    steps: (s) => [
      'Write the answer in two sentences at the very top. Readers thank you by staying.',
      `Tell one real case from ${s.business}, with a mistake in it.`,
      'End with one thing the reader can do in ten minutes.',
    ],
    table: () => ({
      head: ['Part', 'Words', 'What goes in'],
      rows: [
        ['Answer', '50', 'The short version'],
        ['Why it matters', '120', 'Your case, with the mistake'],
        ['How to do it', '300', 'Five steps, one photo'],
        ['Close', '60', 'The ten-minute task'],
      ],
    }),
    handover: { to: 'soshie', request: 'Turn the five steps into posts.' },
    ask: () => 'Can you paste a paragraph you wrote yourself, so that I can keep your voice?',
  },
];
