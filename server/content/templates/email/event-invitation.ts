import { builtIn } from '../built-in.ts';
import { businessName, yourName } from '../shared-blanks.ts';

const EVENT_WORDS = [
  'event',
  'opening',
  'open house',
  'open studio',
  'workshop',
  'party',
  'farmers market',
  'craft fair',
];

export const eventInvitation = builtIn({
  id: 'event-invitation',
  title: 'Event invitation',
  description: 'Date, place, and why to come.',
  whenToUse: 'A week or two ahead. Leave people at least two days to reply.',
  category: 'email',
  tags: ['event'],
  text: {
    subject: '{{eventName}}, {{date}}',
    body: `Hello,

{{audience}}

{{eventName}}
When: {{date}}, {{hours}}
Where: {{place}}
Cost: {{cost}}

{{whyCome}}

What to look forward to:
{{highlights}}

Are you coming? Please reply to this email by {{replyBy}}.

Good to know: {{practical}}

We hope to see you,
{{yourName}}
{{businessName}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'eventName',
      label: 'Event',
      hint: 'Its name, in a few words.',
      example: 'Winter kiln opening',
      isRequired: true,
      maxLength: 80,
      ending: 'phrase',
      from: {
        factKinds: ['date'],
        words: EVENT_WORDS,
        part: 'subject',
        sentence: '{{eventName}} is on {{date}}.',
        isLasting: false,
      },
    },
    {
      kind: 'date',
      name: 'date',
      label: 'Date',
      hint: 'The day of the event.',
      example: '2026-11-28',
      isRequired: true,
      from: { factKinds: ['date'], words: EVENT_WORDS, sentence: '{{eventName}} is on {{date}}.', isLasting: false },
      isUpcoming: true,
    },
    {
      kind: 'text',
      name: 'hours',
      label: 'Time',
      hint: 'From when to when: 10 to 4, or from 7 PM.',
      example: '10 to 4',
      isRequired: true,
      maxLength: 40,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'place',
      label: 'Where',
      hint: 'The place and its address.',
      example: 'the studio, 12 Alder Street, Millbrook',
      isRequired: true,
      maxLength: 160,
      ending: 'phrase',
      from: {
        factKinds: ['people'],
        words: ['location', 'located', 'shop address', 'street'],
        sentence: '{{eventName}} is at {{place}}.',
        isLasting: false,
      },
    },
    {
      kind: 'choice',
      name: 'audience',
      label: 'Who it’s for',
      hint: 'Changes the opening line.',
      example: 'regulars',
      isRequired: true,
      choices: [
        { id: 'regulars', label: 'Regulars', text: 'You’ve been with us for a while, so you’re hearing this first.' },
        { id: 'newsletter', label: 'Newsletter', text: 'You asked to hear from us, so here’s an invitation.' },
        {
          id: 'neighbors',
          label: 'Neighbors',
          text: 'You’re just around the corner from us, so here’s an invitation.',
        },
      ],
    },
    {
      kind: 'text',
      name: 'whyCome',
      label: 'Why to come',
      hint: 'One good reason, in a sentence or two.',
      example: 'That morning we unload the last glaze firing of the year, and you’ll see it before anyone else does.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'list',
      name: 'highlights',
      label: 'What to look forward to',
      hint: 'Two to six things people will see, do, eat or buy.',
      example: ['Medium bowls in moss, $31', 'Espresso cups, set of four, $64', 'Soup for everyone from noon'],
      isRequired: true,
      minItems: 2,
      maxItems: 6,
      maxLength: 100,
      from: {
        factKinds: ['product'],
        words: ['cost', 'price', 'each', 'per person'],
        sentence: 'At {{eventName}}: {{highlights}}',
        isLasting: false,
      },
    },
    {
      kind: 'text',
      name: 'cost',
      label: 'What it costs',
      hint: 'Free, $15, or $65 with materials.',
      example: 'free, and no ticket needed',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    {
      kind: 'date',
      name: 'replyBy',
      label: 'Reply by',
      hint: 'The last day you’ll take replies.',
      example: '2026-11-25',
      isRequired: true,
      isUpcoming: true,
      notAfter: 'date',
    },
    {
      kind: 'text',
      name: 'practical',
      label: 'Good to know',
      hint: 'Parking, steps, children, dogs. Leave it empty if there’s nothing to say.',
      example: 'Children and dogs are welcome. There’s parking behind the studio, and two steps at the door.',
      isRequired: false,
      maxLength: 300,
      ending: 'sentence',
    },
    yourName('Maya Lind'),
    businessName('Fern & Kiln'),
  ],
  business: 'pottery',
});
