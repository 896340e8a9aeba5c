import type { Playbook } from '../play.ts';

export const SEOMI: Playbook = [
  {
    about: /search|seo|keyword|rank|google|title|meta|page|traffic|visit/i,
    title: 'Three searches to go after',
    point: (s) =>
      `For ${s.subject} I’d go after searches where people are ready to act, and give each one its own page.`,
    steps: (s) => [
      'Type each search below into a private window and look at the first five results: are they shops, guides or lists? Match that form.',
      `Put the search into the page title, the first heading and the first sentence${s.website ? ` on ${s.website}` : ''}, once each.`,
      `Link to the page from your home page and from two related pages, with words that name ${s.subject}.`,
    ],
    table: (s) => ({
      head: ['Search', 'What they want', 'Page'],
      rows: [
        [`buy ${s.bareSubject}`, 'To act now', `The ${s.offer} page`],
        [`${s.bareSubject} near me`, 'A local answer', 'Your business listing'],
        [`how to choose ${s.bareSubject}`, 'To compare', 'A short guide'],
      ],
    }),
    snippet: (s) => ({
      language: 'html',
      code: `<title>${s.bareSubject} | ${s.sender}</title>\n<meta name="description" content="[What it is, for whom, and one fact only you can state. At most 155 characters.]">`,
    }),
    handover: { to: 'content_writer', request: 'Write the short guide on how to choose.' },
    ask: () => 'Which of these three pages do you already have?',
  },
  {
    about: /\bads?\b|budget|campaign|spend|click|cost|paid|bid/i,
    title: 'A small, honest ad test',
    point: (s) =>
      `Before you spend on ${s.subject}, decide what one ${s.moment} may cost you. Without that number, you can’t judge any ad.`,
    steps: (s) => [
      `Take the profit of one ${s.moment}, halve it: that is the most a new one may cost.`,
      'Start with one ad group, exact phrases only, in the area you serve. Send clicks to one page.',
      'Add what you don’t want as negative keywords: “free”, “jobs”, “used”.',
      'Stop after two weeks, or when you have spent ten times that limit without a result.',
    ],
    table: () => ({
      head: ['Check', 'When', 'If not, then'],
      rows: [
        ['The search terms fit', 'Day 3', 'Add negative keywords'],
        ['The page answers the ad', 'Day 5', 'Repeat the ad’s words in the headline'],
        ['Cost stays under the limit', 'Day 14', 'Stop, and fix the page first'],
      ],
    }),
    handover: { to: 'landa', request: 'Draft the page these ads should lead to.' },
    ask: (s) => `What profit does one typical ${s.moment} leave you?`,
  },
];
