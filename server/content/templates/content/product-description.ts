import { builtIn } from '../built-in.ts';

export const productDescription = builtIn({
  id: 'product-description',
  title: 'Product description',
  description: 'What it is, who it is for, how it feels.',
  whenToUse: 'For a product page, a menu or a listing. Write it with the thing in front of you.',
  category: 'content',
  tags: ['e-commerce'],
  text: {
    subject: null,
    body: `{{product}}
{{oneLine}}

{{whatItIs}}

{{whoFor}}

{{howItFeels}}

Details
{{details}}

Good to know: {{goodToKnow}}

Price: {{price}}
How to get it: {{howToGet}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'product',
      label: 'Product',
      hint: 'Its name, with the word that people search for.',
      example: 'Seeded rye, large loaf',
      isRequired: true,
      maxLength: 80,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'oneLine',
      label: 'In one line',
      hint: 'What you’d say if someone pointed at it.',
      example: 'A dark loaf that’s better on day three than on day one.',
      isRequired: true,
      maxLength: 120,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'whatItIs',
      label: 'What it is',
      hint: 'What it’s made of and how, in two or three sentences. Facts only.',
      example:
        'Whole rye, sunflower and flax seeds, water, salt, and a starter we’ve fed every day since we opened. The seeds soak overnight, the dough rests for a day, and the loaf bakes slowly in a closed pan.',
      isRequired: true,
      maxLength: 400,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'whoFor',
      label: 'Who it’s for',
      hint: 'A sentence or two. Saying who’d be happier with something else builds trust.',
      example:
        'It’s for people who eat one slice at breakfast and aren’t hungry until lunch. If you like your bread airy, take the country loaf.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'howItFeels',
      label: 'How it feels',
      hint: 'What hands, nose, eyes or ears notice. What no picture shows.',
      example: 'It’s heavy for its size, moist, and a little sour. Toasted, it smells of nuts.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'list',
      name: 'details',
      label: 'Details',
      hint: 'Two to eight: size, weight, material, care, what’s in the box.',
      example: ['2 lb 3 oz, about 20 slices', 'Keeps for a week in a cloth or paper bag', 'Freezes well, sliced'],
      isRequired: true,
      minItems: 2,
      maxItems: 8,
      maxLength: 120,
    },
    {
      kind: 'text',
      name: 'goodToKnow',
      label: 'Good to know',
      hint: 'Allergens, safety, or what it doesn’t do. Leave it empty only if there’s nothing.',
      example: 'Contains gluten. Baked in a room where we also use milk, eggs, sesame and walnuts.',
      isRequired: false,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'price',
      label: 'Price',
      hint: 'With the currency sign.',
      example: '$8.25',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'howToGet',
      label: 'How to get it',
      hint: 'In the shop, by mail or to order: where, when, how long it takes.',
      example: 'In the shop from Tuesday to Saturday. Order by noon for the next morning.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
      from: {
        factKinds: ['policy'],
        words: ['shipping', 'delivery', 'pickup', 'pick up'],
        sentence: 'Pickup and delivery: {{howToGet}}',
        isLasting: true,
      },
    },
  ],
  business: 'bakery',
});
