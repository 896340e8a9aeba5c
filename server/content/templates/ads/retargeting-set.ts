import { builtIn } from '../built-in.ts';
import { pageLink } from '../shared-blanks.ts';
import { adLine } from './ad-blanks.ts';
import { FEED_AD } from './ad-limits.ts';

const { text, headline } = FEED_AD;

export const retargetingSet = builtIn({
  id: 'retargeting-set',
  title: 'Retargeting set',
  description: 'Four short ads for people who looked.',
  whenToUse:
    'For people who visited a product page and didn’t buy. Each ad runs for a few days and gives way to the next.',
  category: 'ads',
  tags: ['retargeting'],
  isPremium: true,
  text: {
    subject: null,
    body: `Four ads for people who looked at {{product}}

Ad 1, days 1 to 3 after the visit: the thing itself
Text: {{text1}}
Headline: {{headline1}}
Picture: {{picture}}

Ad 2, days 4 to 7: a reason
Text: {{text2}}
Headline: {{headline2}}

Ad 3, days 8 to 14: the answer to a doubt
Text: {{text3}}
Headline: {{headline3}}

Ad 4, days 15 to 21: a last word
Text: {{text4}}
Headline: {{headline4}}

Link for all four: {{link}}
Leave out: everyone who has bought since. After day 21, stop.
At most: one ad a day per person`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'product',
      label: 'What they looked at',
      hint: 'A product, a range or a service.',
      example: 'the breakfast bowls',
      isRequired: true,
      maxLength: 80,
      ending: 'phrase',
    },
    adLine(
      'text1',
      'Ad 1: text',
      text,
      'What it is and what it’s like to use. Don’t say that you saw them looking.',
      'A bowl that’s deep enough for oatmeal and wide enough for soup. Stoneware, thrown by hand, $31.',
    ),
    adLine(
      'headline1',
      'Ad 1: headline',
      headline,
      'The name, and one thing to know.',
      'The breakfast bowl, in four glazes',
    ),
    {
      kind: 'text',
      name: 'picture',
      label: 'Picture',
      hint: 'The product in use. The same one for all four ads keeps them together.',
      example: 'the bowl in moss on a wooden table, with oatmeal in it, from above',
      isRequired: true,
      maxLength: 160,
      ending: 'phrase',
    },
    adLine(
      'text2',
      'Ad 2: text',
      text,
      'The reason that regulars give. If you quote someone, ask first.',
      'It goes into the dishwasher, the microwave and the oven. It’s made to be used, not looked after.',
    ),
    adLine('headline2', 'Ad 2: headline', headline, 'The reason in a few words.', 'For every day, not for the cabinet'),
    {
      ...adLine(
        'text3',
        'Ad 3: text',
        // Less the period that a fact may lack.
        text - 1,
        'The question people ask before they buy, and your answer.',
        'Worried about the mail? If a piece arrives broken, send us a photo within 14 days. We replace it free of charge.',
        {
          factKinds: ['policy'],
          words: ['return', 'refund', 'replace', 'guarantee', 'warranty', 'shipping'],
          part: 'statement',
          isAffirmative: true,
        },
      ),
      ending: 'sentence',
    },
    adLine('headline3', 'Ad 3: headline', headline, 'The answer in a few words.', 'Arrives whole, or we replace it'),
    adLine(
      'text4',
      'Ad 4: text',
      text,
      'An offer with its date, or a plain goodbye. No pressure that isn’t true.',
      'We fire this glaze until the end of the year. After that, the next color comes, and we don’t know yet which.',
    ),
    adLine('headline4', 'Ad 4: headline', headline, 'The date or the offer.', 'Moss, until December 31'),
    pageLink('The page of this very product.', 'fernandkiln.example/breakfast-bowl'),
  ],
  business: 'pottery',
});
