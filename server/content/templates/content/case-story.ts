import { builtIn } from '../built-in.ts';
import { businessName } from '../shared-blanks.ts';

export const caseStory = builtIn({
  id: 'case-story',
  title: 'Case story',
  description: 'Before, after and the number that matters.',
  whenToUse:
    'When a customer has read the finished text and agreed in writing, and you can show where the number comes from.',
  category: 'content',
  tags: ['proof'],
  isPremium: true,
  text: {
    subject: null,
    body: `{{headline}}

The customer: {{customer}}

Before
{{before}}

What {{businessName}} did
{{steps}}

What was hard: {{difficulty}}

After
{{after}}

The number: {{figure}}
How we know: {{source}}

“{{quote}}”
{{quoted}}

{{nextStep}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'headline',
      label: 'Headline',
      hint: 'Who, and what changed. No adjectives needed.',
      example: 'How a flower shop in Millbrook got its Sundays back',
      isRequired: true,
      maxLength: 100,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'customer',
      label: 'The customer',
      hint: 'Who they are, how big, since when. Only what they’ve agreed to.',
      example: 'Dana’s flower shop, with two people, one van and about 60 suppliers’ bills a month.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    businessName('Plainbook'),
    {
      kind: 'text',
      name: 'before',
      label: 'Before',
      hint: 'What it was like, in a scene. Two to four sentences.',
      example:
        'On Sundays the shop is closed, and Dana did the books: bills from the van, receipts from three coat pockets, a spreadsheet that she alone could read. By evening she knew what she owed. What she’d earned she found out once a year, in April.',
      isRequired: true,
      maxLength: 600,
      ending: 'sentence',
    },
    {
      kind: 'list',
      name: 'steps',
      label: 'What you did',
      hint: 'Two to five steps, in the order in which you took them.',
      example: [
        'Gave every supplier one address for bills, so that nothing arrives on paper',
        'Moved the spreadsheet into bookkeeping software, one year back',
        'Agreed on one page a month, with the three numbers Dana asks about',
      ],
      isRequired: true,
      minItems: 2,
      maxItems: 5,
      maxLength: 160,
    },
    {
      kind: 'text',
      name: 'difficulty',
      label: 'What was hard',
      hint: 'One honest sentence. It’s what makes the rest believable.',
      example:
        'the year in the spreadsheet. It took us two weeks longer than we’d said, and we didn’t charge for them.',
      isRequired: false,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'after',
      label: 'After',
      hint: 'The same scene today. Two to four sentences.',
      example:
        'The bills sort themselves during the week, and we look at them on Fridays. On the fifth of each month, Dana reads one page over coffee. In September it told her that weddings pay better than the Saturday counter, so she now takes two a month.',
      isRequired: true,
      maxLength: 600,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'figure',
      label: 'The number that matters',
      hint: 'One number, with what it was before.',
      example: '20 minutes a month on the books, down from four Sundays',
      isRequired: true,
      maxLength: 120,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'source',
      label: 'How you know',
      hint: 'Who measured it, when and how. If nobody did, leave the number out and use another template.',
      example: 'Dana kept a note of her time for one month before we started and for three months after.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'quote',
      label: 'In their words',
      hint: 'Word for word and without quotation marks.',
      example: 'I planted my own garden this year. On Sundays.',
      isRequired: true,
      maxLength: 300,
    },
    {
      kind: 'text',
      name: 'quoted',
      label: 'Who said it',
      hint: 'As they’d like to be named.',
      example: 'Dana, owner',
      isRequired: true,
      maxLength: 100,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'nextStep',
      label: 'For readers in the same spot',
      hint: 'A sentence or two: what to do, what it costs, how long it takes.',
      example:
        'If your Sundays look like this, write to us. The first half hour is free, and you’ll know at the end of it whether we can help: plainbook.example',
      isRequired: true,
      maxLength: 300,
    },
  ],
  business: 'bookkeeping',
});
