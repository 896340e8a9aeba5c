import { builtIn } from '../built-in.ts';
import { pageLink } from '../shared-blanks.ts';
import { adLine } from './ad-blanks.ts';
import { SEARCH_AD } from './ad-limits.ts';

const { headline, description, path } = SEARCH_AD;

export const searchAdLocalService = builtIn({
  id: 'search-ad-local-service',
  title: 'Search ad, local service',
  description: 'Three headlines and two descriptions for one town.',
  whenToUse:
    'For one service in one town. A second service or town gets an ad of its own, so that each reads like the answer to a search.',
  category: 'ads',
  tags: ['search', 'local'],
  isPremium: true,
  text: {
    subject: null,
    body: `Search ad for {{area}}

Headline 1: {{headline1}}
Headline 2: {{headline2}}
Headline 3: {{headline3}}
Description 1: {{description1}}
Description 2: {{description2}}
Path: {{path}}
Link: {{link}}
Phone: {{phone}}

Show it for these searches:
{{keywords}}

Don’t show it for searches with these words:
{{excluded}}

Shown: {{hours}}
Budget: {{budget}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'area',
      label: 'Where it’s shown',
      hint: 'The town and how far around it people would come from.',
      example: 'Millbrook and ten miles around it',
      isRequired: true,
      maxLength: 100,
      ending: 'phrase',
    },
    adLine(
      'headline1',
      'Headline 1',
      headline,
      'The service and the town, as people type it.',
      'Bike Repair in Millbrook',
    ),
    adLine(
      'headline2',
      'Headline 2',
      headline,
      'What sets you apart: speed, price, a guarantee. It must be true.',
      'Most Repairs Done Next Day',
    ),
    adLine('headline3', 'Headline 3', headline, 'What to do now.', 'Book Online or Walk In'),
    adLine(
      'description1',
      'Description 1',
      description,
      'What you do, for whom, in one or two short sentences.',
      'Flats, brakes, gears and wheels, for every kind of bike. We quote before we start.',
    ),
    adLine(
      'description2',
      'Description 2',
      description,
      'The doubt you can settle: hours, parking, price, how it works.',
      'Open Tuesday to Saturday from 7:30 AM. Tune-ups $80, parts not included.',
    ),
    adLine('path', 'Path', path, 'The word shown after your address, without spaces.', 'bike-repair'),
    pageLink('The page about this service, not your home page.', 'thirdgear.example/repairs'),
    {
      kind: 'text',
      name: 'phone',
      label: 'Phone',
      hint: 'Shown as a call button. Leave it empty if you’d rather not take calls.',
      example: '555-0142',
      isRequired: false,
      maxLength: 30,
      from: {
        factKinds: ['people'],
        words: ['phone', 'telephone'],
        sentence: 'Our phone number is {{phone}}.',
        isLasting: true,
      },
    },
    {
      kind: 'list',
      name: 'keywords',
      label: 'Searches',
      hint: 'Three to ten, as people type them, with and without the town.',
      example: ['bike repair millbrook', 'bike shop near me', 'bicycle tune up', 'fix bike brakes'],
      isRequired: true,
      minItems: 3,
      maxItems: 10,
      maxLength: 80,
    },
    {
      kind: 'list',
      name: 'excluded',
      label: 'Words to exclude',
      hint: 'Words of people who want something else: jobs, courses, free, rental.',
      example: ['jobs', 'course', 'motorcycle', 'rental', 'how to'],
      isRequired: true,
      maxItems: 15,
      maxLength: 80,
    },
    {
      kind: 'text',
      name: 'hours',
      label: 'When it’s shown',
      hint: 'The hours in which someone can answer.',
      example: 'Tuesday to Saturday, 7 AM to 6 PM',
      isRequired: true,
      maxLength: 80,
      ending: 'phrase',
      from: { factKinds: ['people'], words: ['hours', 'opening'], isAffirmative: true },
    },
    {
      kind: 'text',
      name: 'budget',
      label: 'Budget',
      hint: 'What you’ll spend a day, and for how long you’ll try it.',
      example: '$8 a day for four weeks, then we look at what it brought',
      isRequired: true,
      maxLength: 100,
      ending: 'phrase',
    },
  ],
  business: 'bikes',
});
