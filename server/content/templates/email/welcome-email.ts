import { builtIn } from '../built-in.ts';
import { businessName, yourName } from '../shared-blanks.ts';

export const welcomeEmail = builtIn({
  id: 'welcome-email',
  title: 'Welcome email',
  description: 'Greets a new subscriber and says what happens next.',
  whenToUse:
    'Within minutes of a sign-up, while people still remember it. Send it with an email program: it adds your postal address and the unsubscribe link, which the law asks for.',
  category: 'email',
  tags: ['welcome', 'onboarding'],
  text: {
    subject: 'Welcome to {{businessName}}, and one question',
    body: `Hello,

Thanks for signing up to hear from {{businessName}}. {{whoYouAre}}

{{gift}}

{{howOften}} You’ll hear from us about:
{{topics}}

If it’s ever too much, reply with “stop”, and we’ll take you off the list.

One question, so that we send you the right things: {{question}} Just reply to this email. A person reads every answer.

If you’d like to look around first: {{startHere}}

{{yourName}}
{{businessName}}`,
  },
  blanks: [
    businessName('Juniper Street Bakery'),
    {
      kind: 'text',
      name: 'whoYouAre',
      label: 'Who you are',
      hint: 'A sentence or two: what you make or do, where, and what you’re particular about.',
      example: 'We’re three bakers in Millbrook who bake sourdough overnight and sell it until it’s gone.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'gift',
      label: 'What you promised them',
      hint: 'If the sign-up form promised something: what it is, how to get it, and until when.',
      example:
        'Here’s what we promised: say “Juniper” at the counter before December 31, and your first coffee is on us.',
      isRequired: false,
      maxLength: 300,
      ending: 'sentence',
    },
    {
      kind: 'choice',
      name: 'howOften',
      label: 'How often you write',
      hint: 'Promise what you can keep.',
      example: 'monthly',
      isRequired: true,
      choices: [
        { id: 'weekly', label: 'Every week', text: 'We write once a week.' },
        { id: 'monthly', label: 'Every month', text: 'We write once a month.' },
        { id: 'whenNew', label: 'When there’s news', text: 'We write only when there’s something to tell.' },
      ],
    },
    {
      kind: 'list',
      name: 'topics',
      label: 'What you write about',
      hint: 'Two to five things, a few words each.',
      example: [
        'what’s new on the shelves',
        'holiday orders, before they sell out',
        'one recipe for yesterday’s bread',
      ],
      isRequired: true,
      minItems: 2,
      maxItems: 5,
      maxLength: 100,
    },
    {
      kind: 'text',
      name: 'question',
      label: 'One easy question',
      hint: 'Something they can answer in ten seconds, and that tells you what to send.',
      example: 'What’s on your breakfast table on a Sunday?',
      isRequired: true,
      maxLength: 160,
      ending: 'question',
    },
    {
      kind: 'text',
      name: 'startHere',
      label: 'Where to look around',
      hint: 'The one page a newcomer should see: your website or a page on it.',
      example: 'juniperstreet.example/this-week',
      isRequired: false,
      maxLength: 200,
      ending: 'phrase',
      from: { profile: 'website' },
    },
    yourName('Theo Marsh'),
  ],
  business: 'bakery',
});
