import { builtIn } from '../built-in.ts';

export const customerQuote = builtIn({
  id: 'customer-quote',
  title: 'Customer quote',
  description: 'Turns a review into a post people share.',
  whenToUse: 'When a customer has said something specific and agreed that you quote it. Use their words, not yours.',
  category: 'social',
  tags: ['reviews', 'proof'],
  text: {
    subject: null,
    body: `“{{quote}}”
{{customer}}

The story behind it: {{story}}

Thank you for the kind words, and for letting us share them. They made our week.

{{nextStep}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'quote',
      label: 'The quote',
      hint: 'Word for word and without quotation marks. Two sentences at most; leave out the rest.',
      example:
        'I used to dread the 15th of every month. Now I get one page from Plainbook, read it over coffee, and I’m done.',
      isRequired: true,
      maxLength: 300,
    },
    {
      kind: 'text',
      name: 'customer',
      label: 'Who said it',
      hint: 'As they’d like to be named: first name, what they do, town.',
      example: 'Dana, who runs a flower shop in Millbrook',
      isRequired: true,
      maxLength: 100,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'story',
      label: 'The story behind it',
      hint: 'What they needed and what you did, in two or three sentences. Nothing they’d rather keep to themselves.',
      example:
        'Dana kept her books at night, after closing. We took over the receipts and payroll, and agreed on one rule: she gets one page a month, in words, with the three numbers she asks about.',
      isRequired: true,
      maxLength: 400,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'nextStep',
      label: 'For people in the same spot',
      hint: 'One sentence on what they can do. Leave it empty if the quote says enough.',
      example: 'If you’re doing your books at night, too, write to us. The first half hour is free.',
      isRequired: false,
      maxLength: 240,
      ending: 'sentence',
      from: {
        factKinds: ['policy'],
        words: ['consultation', 'first appointment', 'estimate'],
        isAffirmative: true,
        sentence: 'For a first appointment: {{nextStep}}',
        isLasting: true,
      },
    },
  ],
  business: 'bookkeeping',
});
