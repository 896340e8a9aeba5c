import type { AutomationTemplate } from '../automation-template.ts';
import { approve, ask, byHand, emailMe, field, onSchedule } from '../steps.ts';

export const EVENT_TEMPLATES: readonly AutomationTemplate[] = [
  {
    id: 'event-reminder',
    name: 'Event reminder',
    description: 'Every Monday: a reminder for your next date, if it’s close.',
    category: 'events',
    assistantId: 'soshie',
    definition: {
      trigger: onSchedule({ every: 'week', weekdays: [1], time: '09:00' }),
      steps: [
        ask(
          's1',
          'soshie',
          `Today is {{run.day}}. The next date your team knows of:
{{run.next_date}}

Is it something customers can come to, within the next 14 days? If so, write a post that reminds them: the day, the place if you know it, and one reason to come. Fifty words at most.`,
          field('soon', 'Within 14 days', 'yes_no'),
          field('reminder', 'Reminder'),
        ),
        {
          kind: 'condition',
          ifUnknown: 'stop',
          id: 's2',
          value: 's1.soon',
          test: 'is',
          than: 'Yes',
          stops: true,
          then: [
            approve('s3', 'Post this reminder?', '{{s1.reminder}}', 24),
            { kind: 'post', id: 's4', assistantId: 'soshie', text: '{{s3.text}}' },
            emailMe('s5', 'Your reminder, ready to post', '{{s3.text}}'),
          ],
          otherwise: [],
        },
      ],
    },
  },
  {
    id: 'event-announcement',
    name: 'Event announcement',
    description: 'A post, an email to customers, and a note so that your team remembers.',
    category: 'events',
    assistantId: 'soshie',
    definition: {
      trigger: byHand(
        field('event', 'What’s on?'),
        field('date', 'Day and time'),
        field('place', 'Where?'),
        field('why', 'Why should people come?'),
      ),
      steps: [
        {
          kind: 'note',
          id: 's1',
          text: '{{trigger.event}} is on {{trigger.date}} at {{trigger.place}}.',
        },
        ask(
          's2',
          'soshie',
          `We’re planning {{trigger.event}} on {{trigger.date}} at {{trigger.place}}. Why people should come: {{trigger.why}}
Write the announcement twice: as a post of fifty words at most, and as an email to customers of a hundred words at most. Both name the day and the place.`,
          field('post', 'Post'),
          field('subject', 'Subject of the email'),
          field('email', 'Email'),
        ),
        approve('s3', 'The post about {{trigger.event}}', '{{s2.post}}'),
        { kind: 'post', id: 's4', assistantId: 'soshie', text: '{{s3.text}}' },
        approve('s5', 'The email about {{trigger.event}}', '{{s2.email}}'),
        emailMe('s6', 'Ready to send: {{s2.subject}}', '{{s5.text}}'),
      ],
    },
  },
  {
    id: 'seasonal-ideas',
    name: 'Seasonal ideas',
    description: 'On the first of each month: five ideas for the weeks ahead.',
    category: 'events',
    assistantId: 'soshie',
    definition: {
      trigger: onSchedule({ every: 'month', day: 1, time: '09:00' }),
      steps: [
        ask(
          's1',
          'soshie',
          `Today is {{run.day}}. Think about the next six weeks: holidays, the weather, what people buy and need then.
Give me five ideas for our business, each in one sentence that begins with what to do. Small ones that two people can carry out in an afternoon.`,
          field('ideas', 'Ideas', 'list'),
        ),
        approve('s2', 'Which of these ideas do you like? Delete the others.', '{{s1.ideas}}', 96),
        ask(
          's3',
          'soshie',
          `I picked these ideas:
{{s2.text}}

For each, write down what to prepare, by when, and a first sentence for the post about it. Today is {{run.day}}.`,
        ),
        { kind: 'post', id: 's4', assistantId: 'soshie', text: '{{s3.answer}}' },
      ],
    },
  },
];
