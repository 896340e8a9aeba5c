import { builtIn } from '../built-in.ts';
import { businessName, customerName, yourName } from '../shared-blanks.ts';

export const reviewRequest = builtIn({
  id: 'review-request',
  title: 'Review request',
  description: 'Asks at the right moment, a week after delivery.',
  whenToUse:
    'A week after an order arrives or a job is done. Ask everyone, not only happy customers, and offer nothing in return: review sites forbid picking and paying.',
  category: 'email',
  tags: ['reviews'],
  text: {
    subject: 'A small favor about your {{purchase}}',
    body: `Hello {{customerName}},

You’ve had a week with your {{purchase}}, which is long enough to have an opinion.

Would you share it in a review? Two or three sentences are plenty: {{reviewLink}}

People who don’t know {{businessName}} read reviews before they decide. What helps them most is detail, such as {{details}}.

And if something isn’t right, reply to this email, and we’ll do what we can to fix it. You’re welcome to write a review either way.

Thank you,
{{yourName}}
{{businessName}}`,
  },
  blanks: [
    customerName('Dana'),
    {
      kind: 'text',
      name: 'purchase',
      label: 'What they bought',
      hint: 'Completes “You’ve had a week with your …”: repaired bike, new mugs, finished tax return.',
      example: 'repaired bike',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'reviewLink',
      label: 'Link to your review page',
      hint: 'The address that opens the review form, from Google, Yelp or your shop system.',
      example: 'thirdgear.example/review',
      isRequired: true,
      maxLength: 200,
    },
    businessName('Third Gear'),
    {
      kind: 'text',
      name: 'details',
      label: 'Details that help others',
      hint: 'Completes “detail, such as …”: two or three things newcomers wonder about.',
      example: 'what was wrong, how long it took, and whether the price was the one we’d quoted',
      isRequired: true,
      maxLength: 200,
      ending: 'phrase',
    },
    yourName('Sam Ortega'),
  ],
  business: 'bikes',
});
