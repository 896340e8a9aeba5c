import type { Blank } from '#contract/templates/blanks.ts';
import { builtIn } from '../built-in.ts';
import { businessName } from '../shared-blanks.ts';
import { adLine } from './ad-blanks.ts';

const IN_TITLES = 'With capital letters, as in a title.';
/** A part of the titles. The longest title has room for all of its parts: Google takes 150 characters. */
const attribute = (name: string, label: string, maxLength: number, hint: string, example: string): Blank =>
  adLine(name, label, maxLength, `${hint} ${IN_TITLES}`, example);

export const shoppingTitles = builtIn({
  id: 'shopping-titles',
  title: 'Shopping titles',
  description: 'Product titles people search for.',
  whenToUse:
    'For one product in a shopping feed. Try one title for a month, compare the clicks, and then try the next.',
  category: 'ads',
  tags: ['e-commerce'],
  isPremium: true,
  text: {
    subject: null,
    body: `Titles, most specific words first

For most products: {{product}}, {{color}}, {{material}}, {{size}}, {{businessName}}
If people search by material: {{material}} {{product}}, {{color}}, {{size}}, {{businessName}}
If people search by use: {{product}} for {{use}}, {{material}}, {{color}}, {{size}}
If people know your name: {{businessName}} {{product}}, {{color}}, {{size}}

Description
{{description}}

Category: {{category}}
Product number: {{productNumber}}
Price: {{price}}

Shipping
{{shipping}}

Leave out of the title: prices, sale words, capitals for emphasis, and anything that isn’t true of this very product.`,
  },
  blanks: [
    attribute('product', 'What it is', 35, 'The words people search for, not your own name for it.', 'Soup Bowl'),
    attribute('color', 'Color', 20, 'A color people know, before the name of the glaze or fabric.', 'Moss Green'),
    attribute('material', 'Material', 20, 'The main one.', 'Stoneware'),
    attribute('size', 'Size', 20, 'As people measure it.', '7 Inches'),
    attribute('use', 'What it’s for', 30, 'A use or an occasion.', 'Soup and Oatmeal'),
    businessName('Fern & Kiln', 30),
    {
      kind: 'text',
      name: 'description',
      label: 'Description',
      hint: 'Two to four sentences. The first repeats what it is; the others say what the picture can’t.',
      example:
        'A soup bowl in moss green, thrown by hand from stoneware and glazed inside and out. It holds 24 ounces, stacks, and is safe in the dishwasher, the microwave and an oven up to 400 °F. Small differences in the glaze are part of each piece.',
      isRequired: true,
      maxLength: 500,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'category',
      label: 'Category',
      hint: 'From the ad system’s own list, as exact as it gets.',
      example: 'Home & Garden > Kitchen & Dining > Tableware > Dinnerware > Bowls',
      isRequired: true,
      maxLength: 160,
    },
    {
      kind: 'text',
      name: 'productNumber',
      label: 'Product number',
      hint: 'The GTIN on the barcode, or your own number. Leave it empty if there’s neither.',
      example: 'FK 4421',
      isRequired: false,
      maxLength: 40,
    },
    {
      kind: 'text',
      name: 'price',
      label: 'Price',
      hint: 'The same as on your website, to the cent.',
      example: '$31.00',
      isRequired: true,
      maxLength: 40,
    },
    {
      kind: 'text',
      name: 'shipping',
      label: 'Shipping',
      hint: 'Cost and time, as on your website.',
      example: '$6, free from $60; leaves the studio on Tuesdays and Fridays',
      isRequired: true,
      maxLength: 160,
      ending: 'sentence',
      from: {
        factKinds: ['policy'],
        words: ['shipping', 'delivery'],
        sentence: 'Shipping: {{shipping}}',
        isLasting: true,
      },
    },
  ],
  business: 'pottery',
});
