import { builtIn } from '../built-in.ts';
import { businessName, customerName, websiteLink, yourName } from '../shared-blanks.ts';

export const winBackNote = builtIn({
  id: 'win-back-note',
  title: 'Win-back note',
  description: 'Writes to people who have not bought for 90 days.',
  whenToUse:
    'For customers who haven’t been back for 90 days, once. To more than a few, send it with an email program: it adds your postal address and the unsubscribe link, which the law asks for.',
  category: 'email',
  tags: ['retention'],
  isPremium: true,
  text: {
    subject: 'How are things with your {{purchase}}?',
    body: `Hello {{customerName}},

It’s been {{howLong}} since your last {{occasion}}. How are things with your {{purchase}}?

Some news from {{businessName}} since then:
{{news}}

{{offer}}

When you’re ready: {{link}}

If something wasn’t right last time, I’d like to hear it. Reply to this email, and it comes straight to me.

{{yourName}}
{{businessName}}

P.S. If you’d rather not get emails from us, reply with “stop”, and we’ll take you off the list. No hard feelings.`,
  },
  blanks: [
    customerName('Dana'),
    {
      kind: 'choice',
      name: 'howLong',
      label: 'How long it’s been',
      hint: 'Choose the people on your list to match.',
      example: 'threeMonths',
      isRequired: true,
      choices: [
        { id: 'threeMonths', label: 'About three months', text: 'about three months' },
        { id: 'sixMonths', label: 'About six months', text: 'about six months' },
        { id: 'year', label: 'About a year', text: 'about a year' },
      ],
    },
    {
      kind: 'choice',
      name: 'occasion',
      label: 'What it was',
      hint: 'How people usually buy from you.',
      example: 'visit',
      isRequired: true,
      choices: [
        { id: 'order', label: 'An order', text: 'order' },
        { id: 'visit', label: 'A visit', text: 'visit' },
        { id: 'appointment', label: 'An appointment', text: 'appointment' },
        { id: 'project', label: 'A project', text: 'project with us' },
      ],
    },
    {
      kind: 'text',
      name: 'purchase',
      label: 'What they have from you',
      hint: 'Completes “How are things with your …?”: bike, stoneware bowls, website.',
      example: 'bike',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    businessName('Third Gear'),
    {
      kind: 'list',
      name: 'news',
      label: 'What’s new since then',
      hint: 'Two to four things that matter to a customer.',
      example: [
        'We open at 7:30 now, so you can drop your bike off on the way to work.',
        'Most repairs are done the next day.',
        'We have a stand for cargo bikes.',
      ],
      isRequired: true,
      minItems: 2,
      maxItems: 4,
      maxLength: 160,
    },
    {
      kind: 'text',
      name: 'offer',
      label: 'A reason to come now',
      hint: 'An offer with its last day, in a sentence or two. Leave it empty to write without one.',
      example: 'Until January 31, a winter tune-up is $65 instead of $80.',
      isRequired: false,
      maxLength: 300,
      ending: 'sentence',
      from: {
        factKinds: ['date', 'policy', 'product'],
        words: ['offer', 'discount'],
        isAffirmative: true,
        sentence: 'Offer for customers who come back: {{offer}}',
        isLasting: false,
      },
    },
    websiteLink('Where they can order or book.', 'thirdgear.example/book'),
    yourName('Sam Ortega'),
  ],
  business: 'bikes',
});
