import type { AutomationTemplate } from '../automation-template.ts';
import { approve, ask, byHand, emailMe, field, onSchedule, waitDays } from '../steps.ts';

export const EMAIL_TEMPLATES: readonly AutomationTemplate[] = [
  {
    id: 'birthday-greeting',
    name: 'Birthday greeting',
    description: 'A kind word and a small voucher.',
    category: 'email',
    assistantId: 'emmie',
    definition: {
      trigger: byHand(
        field('name', 'Whose birthday is it?'),
        field('story', 'What you know about them'),
        field('gift', 'What you’d like to give'),
      ),
      steps: [
        ask(
          's1',
          'emmie',
          `Write a birthday email to {{trigger.name}}, a customer of ours.
What we know about them: {{trigger.story}}
Our present: {{trigger.gift}}

Sixty words at most. Warm and personal, the way a shop owner writes to a regular. Say how to use the present, and ask for nothing in return.`,
          field('subject', 'Subject'),
          field('body', 'Email'),
        ),
        approve('s2', 'Birthday greeting for {{trigger.name}}', '{{s1.body}}'),
        emailMe('s3', 'For {{trigger.name}}: {{s1.subject}}', '{{s2.text}}'),
      ],
    },
  },
  {
    id: 'weekly-newsletter',
    name: 'Weekly newsletter draft',
    description: 'Every Friday at 9:00: what’s new, ready for you to read over.',
    category: 'email',
    assistantId: 'emmie',
    definition: {
      trigger: onSchedule({ every: 'week', weekdays: [5], time: '09:00' }),
      steps: [
        { kind: 'search', id: 's1', query: 'new products, offers, dates and news of the week' },
        ask(
          's2',
          'emmie',
          `Write this week’s newsletter for our customers.
What’s new, as far as your notes go:
{{s1.found}}

Coming up: {{run.next_date}}

One story, one offer, one thing to look forward to. 150 words at most, in plain words and short paragraphs. Use only what’s above and what you know about us. If there’s little to say, write less.`,
          field('subject', 'Subject'),
          field('body', 'Newsletter'),
        ),
        approve('s3', 'This week’s newsletter: {{s2.subject}}', '{{s2.body}}'),
        emailMe('s4', 'Ready to send: {{s2.subject}}', '{{s3.text}}'),
      ],
    },
  },
  {
    id: 'review-request',
    name: 'Review request',
    description: 'A week after the sale, the email that asks for a review.',
    category: 'email',
    assistantId: 'emmie',
    definition: {
      trigger: byHand(
        field('customer', 'Customer'),
        field('purchase', 'What they bought'),
        field('link', 'Link to your review page'),
        field('signature', 'Who signs it'),
        field('business', 'Your business’s name'),
      ),
      steps: [
        waitDays('s1', 7),
        {
          kind: 'template',
          id: 's2',
          templateId: 'review-request',
          ifUnknown: 'stop',
          values: {
            customerName: '{{trigger.customer}}',
            purchase: '{{trigger.purchase}}',
            reviewLink: '{{trigger.link}}',
            details: 'what you were looking for, and how it turned out',
            yourName: '{{trigger.signature}}',
            businessName: '{{trigger.business}}',
          },
        },
        approve('s3', 'Ask {{trigger.customer}} for a review?', '{{s2.text}}', 72),
        emailMe('s4', 'For {{trigger.customer}}: {{s2.subject}}', '{{s3.text}}'),
      ],
    },
  },
];
