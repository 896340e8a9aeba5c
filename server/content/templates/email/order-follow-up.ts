import { builtIn } from '../built-in.ts';
import { businessName, customerName, yourName } from '../shared-blanks.ts';

export const orderFollowUp = builtIn({
  id: 'order-follow-up',
  title: 'Order follow-up',
  description: 'Care tips and a thank-you after the first order.',
  whenToUse:
    'Two or three days after a first order arrives. It answers questions before they’re asked, and sells nothing.',
  category: 'email',
  tags: ['onboarding'],
  text: {
    subject: 'Your {{purchase}}: a thank-you and some tips',
    body: `Hello {{customerName}},

Thank you for your first order with {{businessName}}. We notice every one, and we hope you’re enjoying your {{purchase}}.

A few things worth knowing:
{{tips}}

If something isn’t right, please tell us. {{remedy}}

For more tips: {{moreTips}}

Have a question that isn’t answered here? Reply to this email, and a person will answer.

{{yourName}}
{{businessName}}`,
  },
  blanks: [
    customerName('Dana'),
    businessName('Fern & Kiln'),
    {
      kind: 'text',
      name: 'purchase',
      label: 'What they bought',
      hint: 'Completes “enjoying your …”: espresso cups, new chain, rye starter.',
      example: 'espresso cups',
      isRequired: true,
      maxLength: 60,
      ending: 'phrase',
    },
    {
      kind: 'list',
      name: 'tips',
      label: 'Tips',
      hint: 'Two to five, each a full sentence: care, first use, what’s normal and what isn’t.',
      example: [
        'They’re safe in the dishwasher and the microwave.',
        'Let them warm up before you pour in anything boiling. Sudden heat is the one thing stoneware dislikes.',
        'Small differences in the glaze are normal: each cup is thrown by hand.',
      ],
      isRequired: true,
      minItems: 2,
      maxItems: 5,
      maxLength: 200,
      from: {
        factKinds: ['policy', 'product'],
        words: ['care', 'dishwasher', 'wash', 'maintenance'],
        part: 'statement',
        sentence: 'Care tip: {{tips}}',
        isLasting: true,
      },
    },
    {
      kind: 'text',
      name: 'remedy',
      label: 'If something isn’t right',
      hint: 'A sentence: what the customer does, by when, and what you do then.',
      example: 'If a cup arrives broken, send us a photo within 14 days and we’ll replace it free of charge.',
      isRequired: true,
      maxLength: 300,
      ending: 'sentence',
      from: {
        factKinds: ['policy'],
        words: ['return', 'replace', 'refund', 'broken', 'guarantee', 'warranty', 'complaint'],
        isAffirmative: true,
        sentence: 'If something has to be returned: {{remedy}}',
        isLasting: true,
      },
    },
    {
      kind: 'text',
      name: 'moreTips',
      label: 'Page with more tips',
      hint: 'A care guide or a list of questions. Leave it empty if you have none.',
      example: 'fernandkiln.example/care',
      isRequired: false,
      maxLength: 200,
    },
    yourName('Maya Lind'),
  ],
  business: 'pottery',
});
