import type { Blank } from '#contract/templates/blanks.ts';
import { builtIn } from '../built-in.ts';
import { businessName, yourName } from '../shared-blanks.ts';

const step = (number: number, isRequired: boolean, hint: string, example: string): Blank => ({
  kind: 'text',
  name: `step${number}`,
  label: `Step ${number}`,
  hint,
  example,
  isRequired,
  maxLength: 500,
  ending: 'sentence',
});

export const howToArticle = builtIn({
  id: 'how-to-article',
  title: 'How-to article',
  description: 'A clear outline from question to answer.',
  whenToUse:
    'For a question that customers keep asking. One question, one article, and the answer in the first paragraph.',
  category: 'content',
  tags: ['blog', 'search'],
  text: {
    subject: null,
    body: `{{title}}

{{shortAnswer}}

{{whoFor}}

What you need
{{needs}}

Step by step

1. {{step1}}

2. {{step2}}

3. {{step3}}

4. {{step4}}

5. {{step5}}

The mistake we see most
{{mistake}}

When to ask for help
{{whenToAsk}}

By {{yourName}}, {{businessName}}

For search engines, not part of the article
Title: {{searchTitle}}
Description: {{searchDescription}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'title',
      label: 'Title',
      hint: 'The question, in the words in which customers ask it.',
      example: 'Which receipts do I need to keep, and for how long?',
      isRequired: true,
      maxLength: 100,
    },
    {
      kind: 'text',
      name: 'shortAnswer',
      label: 'The short answer',
      hint: 'Two or three sentences for people who read no further.',
      example:
        'Keep every receipt for something you bought for the business, and keep it as long as your tax return can be questioned. For most small businesses, that means years and not months, so the method matters more than the box.',
      isRequired: true,
      maxLength: 500,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'whoFor',
      label: 'Who it’s for',
      hint: 'A sentence: who should read on, how long it takes, and who needs something else.',
      example:
        'This is for people who work for themselves and do their own filing. It takes an hour once, and ten minutes a month after that.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'list',
      name: 'needs',
      label: 'What you need',
      hint: 'Tools, materials or papers. Two to eight.',
      example: ['Last month’s receipts, paper and email', 'Four envelopes and a pen', 'A phone with a camera'],
      isRequired: true,
      minItems: 2,
      maxItems: 8,
      maxLength: 120,
    },
    step(
      1,
      true,
      'Starts with a verb. What to do, and how to know that it worked.',
      'Sort what you have into four envelopes: rent and utilities, stock, equipment, everything else. If you hesitate for more than five seconds, it goes into the last one.',
    ),
    step(
      2,
      true,
      'The next thing to do.',
      'Write on each receipt what it was for, in two or three words. “Lunch” won’t mean anything to you in a year. “Lunch with supplier, flour prices” will.',
    ),
    step(
      3,
      true,
      'The next thing to do.',
      'Photograph each receipt that’s printed on shiny paper, because that paper fades. Name the picture with the day and the amount, and keep the pictures in one folder for each year.',
    ),
    step(
      4,
      false,
      'If there is one. Otherwise leave it empty.',
      'On the first of each month, empty your wallet and your inbox into the envelopes. Ten minutes, then coffee.',
    ),
    step(
      5,
      false,
      'The last one says what to do from now on, or how to check the result.',
      'On the last day of the quarter, add the envelopes up. If it takes longer than an hour, you need a fifth envelope.',
    ),
    {
      kind: 'text',
      name: 'mistake',
      label: 'The mistake you see most',
      hint: 'What goes wrong, and how to notice it early.',
      example:
        'Paying for private things with the business card. Each one looks small, and together they take a day to find. Use a second card.',
      isRequired: true,
      maxLength: 400,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'whenToAsk',
      label: 'When to ask for help',
      hint: 'An honest sentence: when it’s beyond a layperson, and whom to ask.',
      example:
        'Ask someone who knows your state’s rules before you throw anything away, and before you file if you’ve hired your first employee. You can ask us, and the first half hour is free.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    yourName('Priya Raman'),
    businessName('Plainbook'),
    {
      kind: 'text',
      name: 'searchTitle',
      label: 'Title for search engines',
      hint: 'The question in short, with your name if there’s room.',
      example: 'Which receipts to keep, and how long | Plainbook',
      isRequired: true,
      maxLength: 60,
    },
    {
      kind: 'text',
      name: 'searchDescription',
      label: 'Description for search engines',
      hint: 'What the reader will know afterwards, in one or two sentences.',
      example:
        'Four envelopes, a pen and ten minutes a month: how to keep receipts so that taxes take an hour and not a weekend.',
      isRequired: true,
      maxLength: 155,
      ending: 'sentence',
    },
  ],
  business: 'bookkeeping',
});
