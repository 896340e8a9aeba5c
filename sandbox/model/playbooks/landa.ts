import type { Playbook } from '../play.ts';

export const LANDA: Playbook = [
  {
    about: /draft|page|landing|catalogue|build|structure|section|launch/i,
    title: 'A page with one promise',
    point: (s) => `Here’s a first draft of a page for ${s.subject}. Only you can fill in what’s in square brackets.`,
    steps: (s) => [
      `**Headline:** [What they get] from ${s.business}, without [what they dread].`,
      `**Below it:** one sentence on who it is for, and who it is not for.`,
      '**Button:** say what happens next: “See the dates”, “Ask for the price list”.',
      '**Close:** repeat the promise and the same button, nothing else.',
    ],
    table: () => ({
      head: ['Section', 'It answers', 'Proof it needs'],
      rows: [
        ['Top', 'What is this?', 'One true photo'],
        ['Why us', 'Why here?', 'One fact others cannot state'],
        ['How it works', 'What happens then?', 'Three steps with times'],
        ['Questions', 'What if it does not fit?', 'Your real rules'],
      ],
    }),
    snippet: (s) => ({
      language: 'html',
      code: `<h1>[The promise, in ten words]</h1>\n<p>For [whom], from ${s.sender}.</p>\n<a href="[address]">[What happens next]</a>`,
    }),
    handover: { to: 'seomi', request: 'Which search should this page answer, and what is its title?' },
    ask: () => 'What is the one thing a visitor should do on this page?',
  },
  {
    about: /improve|headline|convert|button|better|review|why|copy|nobody|shorter/i,
    title: 'Five minutes that improve a page',
    point: (s) =>
      `Before we rewrite anything about ${s.subject}, let’s clear out what’s in the way${s.website ? ` on ${s.website}` : ''}. I can’t open pages, so please paste the text.`,
    steps: (s) => [
      'Read only the headline and the button aloud. Do they say what you get?',
      'Delete every sentence that a competitor could use too.',
      `Move the answer to the most common doubt of your ${s.customers} above the first button.`,
    ],
    table: (s) => ({
      head: ['Instead of', 'Write', 'Because'],
      rows: [
        ['Welcome to our website', `What ${s.sender} does, for whom`, 'It is read first'],
        ['Learn more', 'See prices and dates', 'It says what comes'],
        ['High quality', '[One measurable fact]', 'It can be believed'],
      ],
    }),
    handover: { to: 'emmie', request: 'Write the email people get after they fill in the form.' },
    ask: () => 'What does your headline say today, word for word?',
  },
];
