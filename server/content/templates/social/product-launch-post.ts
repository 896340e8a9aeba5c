import { builtIn } from '../built-in.ts';
import { businessName, hashtags } from '../shared-blanks.ts';

export const productLaunchPost = builtIn({
  id: 'product-launch-post',
  title: 'Product launch post',
  description: 'Announces something new without shouting.',
  whenToUse: 'On the first day people can buy it. Add one photo of the thing itself, in use and in daylight.',
  category: 'social',
  tags: ['launch', 'product'],
  text: {
    subject: null,
    body: `{{firstLine}}

New at {{businessName}}: {{product}}.

{{whatItIs}}

{{whoFor}}

Available from: {{availableFrom}}
Price: {{price}}
Where: {{where}}

{{question}}

{{hashtags}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'firstLine',
      label: 'First line',
      hint: 'What people see before “more”: the problem you solved or what it took. Not the name yet.',
      example: 'We spent the whole fall on a rye bread that children finish.',
      isRequired: true,
      maxLength: 120,
      ending: 'sentence',
    },
    businessName('Juniper Street Bakery'),
    {
      kind: 'text',
      name: 'product',
      label: 'What’s new',
      hint: 'Its name, as you’d say it: “the honey rye”, “sharpening while you wait”.',
      example: 'the honey rye',
      isRequired: true,
      maxLength: 80,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'whatItIs',
      label: 'What it is',
      hint: 'A sentence or two: what it’s made of, how it works, what’s different.',
      example: 'Half rye, half wheat, raised for eighteen hours, with honey from the next town over and a soft crust.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'whoFor',
      label: 'Who it’s for',
      hint: 'A sentence about the people you made it for.',
      example: 'It’s for everyone who likes the idea of dark bread more than the taste.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'date',
      name: 'availableFrom',
      label: 'Available from',
      hint: 'The first day people can buy it.',
      example: '2026-12-03',
      isRequired: true,
      from: {
        factKinds: ['date'],
        words: ['launch', 'on sale from', 'available from'],
        sentence: '{{product}} is available from {{availableFrom}}.',
        isLasting: false,
      },
    },
    {
      kind: 'text',
      name: 'price',
      label: 'Price',
      hint: 'With the currency sign, and for how much of it.',
      example: '$8 a loaf',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'where',
      label: 'Where to get it',
      hint: 'Your address and hours, or your website.',
      example: '48 Juniper Street, from 7 AM until it’s gone',
      isRequired: true,
      maxLength: 160,
      ending: 'phrase',
      from: { profile: 'website' },
    },
    {
      kind: 'text',
      name: 'question',
      label: 'A question to end with',
      hint: 'One that’s easy to answer in a comment. Leave it empty if you’d rather not ask.',
      example: 'Butter or cheese?',
      isRequired: false,
      maxLength: 120,
      ending: 'question',
    },
    hashtags('#millbrook #sourdough'),
  ],
  business: 'bakery',
});
