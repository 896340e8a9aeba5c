import { builtIn } from '../built-in.ts';
import { businessName, yourName } from '../shared-blanks.ts';

export const aboutPage = builtIn({
  id: 'about-page',
  title: 'About page',
  description: 'Who you are in 150 words.',
  whenToUse: 'For the page that people open right before they call you. Put a photo of a real person above it.',
  category: 'content',
  tags: ['brand'],
  text: {
    subject: null,
    body: `{{opening}}

{{yourName}} started {{businessName}} in {{year}}. {{why}}

{{today}}

Three things you can count on:
{{promises}}

What we don’t do: {{notDone}}

{{personal}}

Where to find us: {{address}}
When we’re open: {{hours}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'opening',
      label: 'Opening',
      hint: 'What you do and for whom, in one sentence that your neighbor would understand.',
      example: 'We repair bicycles for people in Millbrook who need them on Monday.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    { ...yourName('Sam Ortega'), label: 'Who started it', hint: 'One name, or two with “and”.' },
    businessName('Third Gear'),
    {
      kind: 'number',
      name: 'year',
      label: 'Year',
      hint: 'The year you opened.',
      example: 2016,
      isRequired: true,
      min: 1700,
      max: 2100,
      isPastYear: true,
      from: {
        factKinds: ['date', 'people'],
        words: ['founded', 'opened', 'established'],
        sentence: 'We opened in {{year}}.',
        isLasting: true,
      },
    },
    {
      kind: 'text',
      name: 'why',
      label: 'Why',
      hint: 'The moment or the problem behind it. One or two sentences, no mission.',
      example:
        'The nearest shop was twenty miles away, and the waiting list was three weeks long. That’s a long walk to work.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'today',
      label: 'Today',
      hint: 'Who works with you and what the place is like, in a sentence or two.',
      example: 'Today there are three of us, two repair stands, and a dog named Crank who has never bitten a tire.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'list',
      name: 'promises',
      label: 'What people can count on',
      hint: 'Exactly three things you’d be embarrassed to break.',
      example: [
        'You get a price before we start, and that’s the price.',
        'Most repairs are done the next day.',
        'If it isn’t worth repairing, we say so.',
      ],
      isRequired: true,
      minItems: 3,
      maxItems: 3,
      maxLength: 120,
    },
    {
      kind: 'text',
      name: 'notDone',
      label: 'What you don’t do',
      hint: 'It saves both sides a phone call. Leave it empty if there’s nothing to say.',
      example: 'sell new bikes. We’d rather keep yours going.',
      isRequired: false,
      maxLength: 160,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'personal',
      label: 'Something personal',
      hint: 'One true thing that people remember and ask you about.',
      example: 'Sam rides to work every day on a 1984 Schwinn that she found in a hedge.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'address',
      label: 'Where to find you',
      hint: 'Your address, or your email address if there’s no door to knock on.',
      example: '5 Canal Road, Millbrook',
      isRequired: true,
      maxLength: 160,
      ending: 'phrase',
      from: {
        factKinds: ['people'],
        words: ['location', 'located', 'shop address', 'street'],
        sentence: 'Our location is {{address}}.',
        isLasting: true,
      },
    },
    {
      kind: 'text',
      name: 'hours',
      label: 'When you’re open',
      hint: 'Leave it empty if you have no fixed hours.',
      example: 'Tuesday to Saturday, 7:30 to 6',
      isRequired: false,
      maxLength: 120,
      ending: 'phrase',
      from: {
        factKinds: ['people'],
        words: ['hours', 'opening'],
        isAffirmative: true,
        sentence: 'Our opening hours are {{hours}}.',
        isLasting: true,
      },
    },
  ],
  business: 'bikes',
});
