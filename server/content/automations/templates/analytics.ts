import type { AutomationTemplate } from '../automation-template.ts';
import { ask, byHand, emailMe, field, onSchedule } from '../steps.ts';

export const ANALYTICS_TEMPLATES: readonly AutomationTemplate[] = [
  {
    id: 'traffic-alert',
    name: 'Traffic alert',
    description: 'You enter two numbers. It tells you when visits drop by a fifth.',
    category: 'analytics',
    assistantId: 'finny',
    definition: {
      trigger: byHand(field('now', 'Visits this week', 'number'), field('before', 'Visits the week before', 'number')),
      steps: [
        ask(
          's1',
          'finny',
          `Our website had {{trigger.now}} visits this week and {{trigger.before}} the week before.
By how many percent did they drop? Round to a whole number, and write 0 if they didn’t. Then say in three sentences what I should look at first, and what would be a normal swing for a small shop.`,
          field('drop', 'Drop in percent', 'number'),
          field('advice', 'What to look at'),
        ),
        {
          kind: 'condition',
          ifUnknown: 'stop',
          id: 's2',
          value: 's1.drop',
          test: 'more_than',
          than: '19',
          stops: false,
          then: [
            emailMe(
              's3',
              'Visits dropped by {{s1.drop}} percent',
              `This week: {{trigger.now}}
The week before: {{trigger.before}}

{{s1.advice}}`,
            ),
          ],
          otherwise: [{ kind: 'notify', id: 's4', text: 'Visits are fine: {{trigger.now}} this week' }],
        },
      ],
    },
  },
  {
    id: 'month-end-review',
    name: 'Month-end review',
    description: 'On the last day of the month: the questions worth an hour of your time.',
    category: 'analytics',
    assistantId: 'finny',
    definition: {
      trigger: onSchedule({ every: 'month', day: 'last', time: '16:00' }),
      steps: [
        { kind: 'search', id: 's1', query: 'goals, prices, costs, sales and plans of this month' },
        ask(
          's2',
          'finny',
          `The month ends today, {{run.day}}. What we know about it:
{{s1.found}}

Give me seven questions for a review of the month: what sold, what cost too much, who came back, what we planned and didn’t do. Each must be one that I can answer with a number or a name. Refer to what’s above where you can.`,
          field('questions', 'Questions', 'list'),
        ),
        emailMe(
          's3',
          'Your month in seven questions',
          `An hour, a coffee, and these:

{{s2.questions}}

Tell Finny your answers in the chat, and your team remembers them.`,
        ),
      ],
    },
  },
  {
    id: 'yesterday-in-five-lines',
    name: 'Yesterday in five lines',
    description: 'Each weekday at 8:00: what you talked about with your team, and what’s still open.',
    category: 'analytics',
    assistantId: 'finny',
    definition: {
      trigger: onSchedule({ every: 'weekday', time: '08:00' }),
      steps: [
        ask(
          's1',
          'finny',
          `Here’s what I talked about with the team yesterday:
{{run.yesterdays_chats}}

Sum it up in five lines at most: what was decided, what was written, and what’s still open. End with the one thing to do first today. If there was nothing, say so in one line.`,
        ),
        { kind: 'post', id: 's2', assistantId: 'finny', text: '{{s1.answer}}' },
      ],
    },
  },
];
