import { builtIn } from '../built-in.ts';
import { businessName, websiteLink, yourName } from '../shared-blanks.ts';

export const monthlyNewsletter = builtIn({
  id: 'monthly-newsletter',
  title: 'Monthly newsletter',
  description: 'One story, one offer, one link.',
  whenToUse:
    'Once a month, on the same day each time. Your email program adds your postal address and the unsubscribe link, which the law asks for.',
  category: 'email',
  tags: ['newsletter'],
  text: {
    subject: '{{subject}}',
    body: `Hello,

{{story}}

This month’s offer:
{{offer}}

{{linkText}}: {{link}}

Was this useful, or is there something you’d rather read about? Reply to this email. It comes straight to me.

Until next month,
{{yourName}}
{{businessName}}

P.S. {{postscript}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'subject',
      label: 'Subject',
      hint: 'What the story is about, as you’d tell a friend. Phones show about 40 characters.',
      example: 'A year of receipts in a shoebox',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'story',
      label: 'The story',
      hint: 'Something that happened this month and what came of it, in four to eight sentences.',
      example: `In October, a café owner put a shoebox on our table: a year of receipts, and her sales tax return due that Friday.

We didn’t open a laptop. We made four piles: rent and utilities, stock, equipment, and everything else. The last pile took longest, and half of it turned out to be private.

An hour later we had her numbers. She now keeps four envelopes next to the register, and the shoebox is gone. If you have a box of your own, try the piles before you try an app.`,
      isRequired: true,
      maxLength: 1_500,
      isMultiline: true,
    },
    {
      kind: 'text',
      name: 'offer',
      label: 'The offer',
      hint: 'One offer with its price and last day, in a sentence or two.',
      example: 'Until December 18, an hour of receipt sorting is $60 instead of $90. Bring the box.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
      from: {
        factKinds: ['date', 'policy', 'product'],
        words: ['offer', 'discount'],
        isAffirmative: true,
        sentence: 'The month’s offer: {{offer}}',
        isLasting: false,
      },
    },
    {
      kind: 'text',
      name: 'linkText',
      label: 'What the link is for',
      hint: 'Starts with a verb: “Book your hour”, “Read the whole list”.',
      example: 'Book your hour',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    websiteLink(
      'The page it leads to. Only one: a second link takes readers from the first.',
      'plainbook.example/book',
    ),
    yourName('Priya Raman'),
    businessName('Plainbook'),
    {
      kind: 'text',
      name: 'postscript',
      label: 'P.S.',
      hint: 'A date to remember or a change of hours. Leave it empty if there’s none.',
      example:
        'We’re closed from December 24 to January 1. For anything due before the new year, write to us by December 15.',
      isRequired: false,
      maxLength: 300,
      ending: 'sentence',
      from: {
        factKinds: ['date', 'people'],
        words: ['closed', 'vacation', 'holiday'],
        sentence: 'Change of hours: {{postscript}}',
        isLasting: false,
      },
    },
  ],
  business: 'bookkeeping',
});
