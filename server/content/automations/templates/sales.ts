import type { AutomationTemplate } from '../automation-template.ts';
import { approve, ask, byHand, emailMe, field, onSchedule, waitDays } from '../steps.ts';

export const SALES_TEMPLATES: readonly AutomationTemplate[] = [
  {
    id: 'quote-chaser',
    name: 'Quote chaser',
    description: 'Follows up politely, then stops.',
    category: 'sales',
    assistantId: 'milli',
    definition: {
      trigger: byHand(field('customer', 'Customer'), field('quote', 'What you quoted'), field('price', 'Your price')),
      steps: [
        waitDays('s1', 3),
        ask(
          's2',
          'milli',
          `Three days ago we sent {{trigger.customer}} a quote for {{trigger.quote}} at {{trigger.price}}, and we haven’t heard back.
Write a short, friendly follow-up. Ask if anything is unclear, and offer to talk. No pressure and no discount. Sixty words at most.`,
        ),
        approve('s3', 'No word from {{trigger.customer}} yet? Refuse if they’ve answered.', '{{s2.answer}}'),
        emailMe('s4', 'First follow-up for {{trigger.customer}}', '{{s3.text}}'),
        waitDays('s5', 7),
        ask(
          's6',
          'milli',
          `About ten days ago we quoted {{trigger.customer}} {{trigger.price}} for {{trigger.quote}}. A week ago we wrote this:
{{s3.text}}

There’s still no answer. Write the last follow-up: say that we won’t ask again, that the quote stands for another two weeks, and that the door is open. Forty words at most.`,
        ),
        approve('s7', 'One last try with {{trigger.customer}}? Refuse if they’ve answered.', '{{s6.answer}}'),
        emailMe('s8', 'Last follow-up for {{trigger.customer}}', '{{s7.text}}'),
      ],
    },
  },
  {
    id: 'monday-call-list',
    name: 'Monday call list',
    description: 'Whom to call this week, and what to say.',
    category: 'sales',
    assistantId: 'milli',
    definition: {
      trigger: onSchedule({ every: 'week', weekdays: [1], time: '08:30' }),
      steps: [
        {
          kind: 'search',
          id: 's1',
          query: 'customers, quotes and orders that wait for an answer, and regulars we haven’t heard from',
        },
        {
          kind: 'condition',
          ifUnknown: 'stop',
          id: 's2',
          value: 's1.count',
          test: 'more_than',
          than: '0',
          stops: true,
          then: [
            ask(
              's3',
              'milli',
              `Here’s what our notes say about customers:
{{s1.found}}

Who should I call this week? Five people at most, the most promising first. For each, one line: who, why now, and how to begin the call. Don’t name anyone who isn’t in the notes.`,
            ),
            { kind: 'post', id: 's4', assistantId: 'milli', text: '{{s3.answer}}' },
            emailMe('s5', 'Your calls for the week', '{{s3.answer}}'),
          ],
          otherwise: [],
        },
      ],
    },
  },
  {
    id: 'price-news',
    name: 'Price news',
    description: 'When your team learns a price, the words for telling your customers.',
    category: 'sales',
    assistantId: 'milli',
    definition: {
      trigger: { kind: 'brain', on: 'fact' },
      steps: [
        {
          kind: 'condition',
          ifUnknown: 'stop',
          id: 's1',
          value: 'trigger.fact',
          test: 'contains',
          than: '$',
          stops: true,
          then: [
            ask(
              's2',
              'milli',
              `Your team has just learned this: {{trigger.fact}}
Write two sentences I can send to customers who ask about it. Say the price plainly, then the one thing that makes it worth it. If you don’t know what that is, leave it out.`,
            ),
            approve('s3', 'Tell customers about this price?', '{{s2.answer}}', 24),
            { kind: 'post', id: 's4', assistantId: 'milli', text: '{{s3.text}}' },
          ],
          otherwise: [],
        },
      ],
    },
  },
];
