import { builtIn } from '../built-in.ts';
import { businessName, pageLink, yourName } from '../shared-blanks.ts';

export const abandonedBasketReminder = builtIn({
  id: 'abandoned-basket-reminder',
  title: 'Abandoned basket reminder',
  description: 'A friendly nudge with the item and one reason to return.',
  whenToUse: 'Send it once, about a day after someone leaves a basket. One reminder is a help; three are a nuisance.',
  category: 'email',
  tags: ['e-commerce', 'recovery'],
  isPremium: true,
  text: {
    subject: 'Still in your basket: {{item}}',
    body: `Hello,

This is still in your basket at {{businessName}}:
{{basket}}

We’ve kept everything as you left it, so you can pick up from there: {{link}}

{{reason}}

Did something hold you up? If it’s a question about size, shipping or payment, reply to this email. We’ll answer {{answerTime}}.

And if you’ve changed your mind, that’s fine too. This is the only reminder we’ll send.

{{yourName}}
{{businessName}}`,
  },
  blanks: [
    businessName('Fern & Kiln'),
    {
      kind: 'text',
      name: 'item',
      label: 'Main item, for the subject',
      hint: 'As it’s called in your shop, or your shop system’s merge field for the first item.',
      example: 'medium bowl in moss',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    {
      kind: 'list',
      name: 'basket',
      label: 'What’s in the basket',
      hint: 'Each item with its price. Most shop systems can insert these for you.',
      example: ['Medium bowl in moss, $31', 'Espresso cups, set of four, $64'],
      isRequired: true,
      maxItems: 10,
      maxLength: 120,
    },
    pageLink(
      'The link that opens their basket. Your shop system has a merge field for it.',
      'fernandkiln.example/basket',
      'Link to the basket',
    ),
    {
      kind: 'text',
      name: 'reason',
      label: 'One reason to return',
      hint: 'A sentence that’s true for everyone: a returns promise, free shipping, a small batch.',
      example: 'If a piece arrives broken, send us a photo within 14 days and we’ll replace it free of charge.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
      from: {
        factKinds: ['policy'],
        words: ['return', 'refund', 'replace', 'guarantee', 'warranty', 'free shipping'],
        isAffirmative: true,
        sentence: 'Returns and shipping: {{reason}}',
        isLasting: true,
      },
    },
    {
      kind: 'choice',
      name: 'answerTime',
      label: 'How fast you answer',
      hint: 'Promise what you can keep.',
      example: 'nextDay',
      isRequired: true,
      choices: [
        { id: 'sameDay', label: 'The same day', text: 'the same day' },
        { id: 'nextDay', label: 'Within one business day', text: 'within one business day' },
        { id: 'twoDays', label: 'Within two business days', text: 'within two business days' },
      ],
    },
    yourName('Maya Lind'),
  ],
  business: 'pottery',
});
