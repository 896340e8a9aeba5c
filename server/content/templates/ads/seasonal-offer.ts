import { builtIn } from '../built-in.ts';
import { pageLink } from '../shared-blanks.ts';
import { adLine } from './ad-blanks.ts';
import { FEED_AD } from './ad-limits.ts';

export const seasonalOffer = builtIn({
  id: 'seasonal-offer',
  title: 'Seasonal offer',
  description: 'A dated offer with honest terms.',
  whenToUse: 'For an offer with a first and a last day. Put the terms on the page that the ad leads to, word for word.',
  category: 'ads',
  tags: ['offer'],
  text: {
    subject: null,
    body: `The ad
Text: {{text}}
Headline: {{headline}}
Description: Until {{lastDay}}
Link: {{link}}

The terms, for the page it leads to
The offer: {{offer}}
Regular price: {{regularPrice}}
First day: {{firstDay}}
Last day: {{lastDay}}
Who can have it: {{who}}
How many: {{howMany}}
Not included: {{notIncluded}}

After the last day, the regular price applies.`,
  },
  blanks: [
    adLine(
      'text',
      'Ad text',
      FEED_AD.text,
      'The season’s problem and your offer with its price. Two short sentences.',
      'Road salt eats chains. A winter tune-up is $65 this month: cleaned, oiled and ready for spring.',
    ),
    adLine(
      'headline',
      'Headline',
      FEED_AD.headline,
      'The offer in a few words, with the price.',
      'Winter tune-up, $65',
    ),
    {
      kind: 'date',
      name: 'firstDay',
      label: 'First day',
      hint: 'The day it starts.',
      example: '2027-01-04',
      isRequired: true,
      from: {
        factKinds: ['date'],
        words: ['offer starts', 'sale starts'],
        sentence: '{{headline}}: the offer starts on {{firstDay}}.',
        isLasting: false,
      },
    },
    {
      kind: 'date',
      name: 'lastDay',
      label: 'Last day',
      hint: 'The last day people can have it. It’s a promise in both directions.',
      example: '2027-01-30',
      isRequired: true,
      from: {
        factKinds: ['date'],
        words: ['offer ends', 'sale ends'],
        sentence: '{{headline}}: the offer ends on {{lastDay}}.',
        isLasting: false,
      },
      isUpcoming: true,
      notBefore: 'firstDay',
    },
    pageLink('The page with the terms.', 'thirdgear.example/winter'),
    {
      kind: 'text',
      name: 'offer',
      label: 'The offer, in full',
      hint: 'Exactly what people get, and at what price.',
      example: 'A winter tune-up for $65, with cleaning, chain, brakes, gears and tire pressure.',
      isRequired: true,
      maxLength: 240,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'regularPrice',
      label: 'Regular price',
      hint: 'What it cost before the offer, and will cost after it.',
      example: '$80',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    {
      kind: 'choice',
      name: 'who',
      label: 'Who can have it',
      hint: 'Say so before people come.',
      example: 'everyone',
      isRequired: true,
      choices: [
        { id: 'everyone', label: 'Everyone', text: 'everyone' },
        { id: 'newCustomers', label: 'New customers', text: 'new customers' },
        { id: 'customers', label: 'Existing customers', text: 'people who have bought from us before' },
        { id: 'locals', label: 'People nearby', text: 'people who can come by in person' },
      ],
    },
    {
      kind: 'text',
      name: 'howMany',
      label: 'How many',
      hint: 'If there’s a limit, per person or in all. Leave it empty if there’s none.',
      example: 'one per bike, while there are free appointments',
      isRequired: false,
      maxLength: 120,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'notIncluded',
      label: 'Not included',
      hint: 'What people might expect and won’t get. Leave it empty if everything is.',
      example: 'parts. If something needs replacing, we call before we do it.',
      isRequired: false,
      maxLength: 160,
      ending: 'sentence',
    },
  ],
  business: 'bikes',
});
