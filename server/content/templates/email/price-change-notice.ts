import { builtIn } from '../built-in.ts';
import { businessName, yourName } from '../shared-blanks.ts';

export const priceChangeNotice = builtIn({
  id: 'price-change-notice',
  title: 'Price change notice',
  description: 'Tells customers early and plainly.',
  whenToUse: 'At least 30 days before new prices apply. Contracts may ask for more notice, so check yours first.',
  category: 'email',
  tags: ['pricing', 'trust'],
  isPremium: true,
  text: {
    subject: 'Our prices change on {{date}}',
    body: `Hello,

On {{date}}, some of our prices will change. We want you to hear it from us, early and with the numbers.

What changes:
{{changes}}

What doesn’t: {{unchanged}}

Why: {{reason}}

{{existingOrders}}

If this makes things hard for you, reply to this email. We’d rather talk about it than lose you.

Thank you for your business.

{{yourName}}
{{businessName}}`,
  },
  blanks: [
    {
      kind: 'date',
      name: 'date',
      label: 'First day of the new prices',
      hint: 'At least 30 days from now.',
      example: '2027-01-04',
      isRequired: true,
      from: {
        factKinds: ['date'],
        words: ['price', 'prices'],
        sentence: 'Our prices change on {{date}}.',
        isLasting: false,
      },
      isUpcoming: true,
    },
    {
      kind: 'list',
      name: 'changes',
      label: 'What changes',
      hint: 'Each product or service with the new price and the old one.',
      example: [
        'Country loaf: $8.50, until now $7.75',
        'Seeded rye: $9.00, until now $8.25',
        'Coffee: $3.25, until now $3.00',
      ],
      isRequired: true,
      maxItems: 15,
      maxLength: 120,
    },
    {
      kind: 'text',
      name: 'unchanged',
      label: 'What stays the same',
      hint: 'Prices you keep, or what customers still get. Leave it empty if everything changes.',
      example: 'Rolls, cookies and everything on the day-old shelf cost what they cost today.',
      isRequired: false,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'reason',
      label: 'The reason',
      hint: 'The real one, in a sentence or two. No apology needed.',
      example: 'Flour and butter cost us more than when we last set prices, and our bakers got a raise in the fall.',
      isRequired: true,
      maxLength: 400,
      ending: 'sentence',
    },
    {
      kind: 'choice',
      name: 'existingOrders',
      label: 'What happens until then',
      hint: 'What you do for people who have already ordered.',
      example: 'orders',
      isRequired: true,
      choices: [
        {
          id: 'orders',
          label: 'Orders keep the old price',
          text: 'Anything you order before that day is at today’s price.',
        },
        {
          id: 'plans',
          label: 'From the next bill',
          text: 'If you pay us regularly, the new price starts with your first bill after that day.',
        },
        { id: 'quotes', label: 'Quotes stand', text: 'Quotes that you already have from us stand.' },
        { id: 'nothing', label: 'Nothing special', text: 'Until then, today’s prices apply.' },
      ],
    },
    yourName('Theo Marsh'),
    businessName('Juniper Street Bakery'),
  ],
  business: 'bakery',
});
