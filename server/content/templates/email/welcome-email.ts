import { builtIn } from '../built-in.ts';
import { businessName, yourName } from '../shared-blanks.ts';

export const welcomeEmail = builtIn({
  id: 'welcome-email',
  title: 'Welcome email',
  description: 'Greets a new subscriber and says what happens next.',
  whenToUse: 'Send it within minutes of a sign-up, while people still remember why they gave you their address.',
  category: 'email',
  tags: ['welcome', 'onboarding'],
  text: {
    subject: 'Welcome to {{businessName}}',
    body: `Hello,

Thanks for signing up to hear from {{businessName}}. {{whoYouAre}}

{{howOften}} You’ll hear from us about:
{{topics}}

{{gift}}

A good place to start: {{startHere}}

Have a question? Reply to this email. It comes straight to us, and a person will answer.

{{yourName}}
{{businessName}}`,
  },
  blanks: [
    businessName('Fern & Kiln'),
    {
      kind: 'text',
      name: 'whoYouAre',
      label: 'Who you are',
      hint: 'One sentence: what you make or do, and where.',
      example: 'We make stoneware for everyday meals, by hand, in a small studio in Millbrook.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
      from: { factKinds: ['product', 'voice'], words: ['make', 'we are', 'studio', 'shop', 'business'] },
    },
    {
      kind: 'choice',
      name: 'howOften',
      label: 'How often you write',
      hint: 'Promise what you can keep.',
      example: 'monthly',
      isRequired: true,
      choices: [
        { id: 'weekly', label: 'Every week', text: 'You’ll get one email a week.' },
        { id: 'monthly', label: 'Every month', text: 'You’ll get one email a month.' },
        { id: 'whenNew', label: 'When there’s news', text: 'We only write when there’s something to tell.' },
      ],
    },
    {
      kind: 'list',
      name: 'topics',
      label: 'What you write about',
      hint: 'Two to five things, each a few words.',
      example: ['new pieces, before they’re in the shop', 'open studio days', 'how to look after what you own'],
      isRequired: true,
      minItems: 2,
      maxItems: 5,
      maxLength: 100,
    },
    {
      kind: 'text',
      name: 'gift',
      label: 'A thank-you',
      hint: 'If you give one: what it is, how to get it, and until when. Leave it empty if you don’t.',
      example: 'As a thank-you, the code HELLO takes $5 off your first order until the end of December.',
      isRequired: false,
      maxLength: 200,
      ending: 'sentence',
      from: { factKinds: ['policy', 'product'], words: ['code', 'first order', 'welcome', 'discount'] },
    },
    {
      kind: 'text',
      name: 'startHere',
      label: 'Where to start',
      hint: 'The one page a newcomer should see, with its address.',
      example: 'the mugs that most people buy first, fernandkiln.example/first-mug',
      isRequired: false,
      maxLength: 160,
      ending: 'phrase',
      from: { profile: 'website' },
    },
    yourName('Maya Lind'),
  ],
  business: 'pottery',
});
