import type { Playbook } from '../play.ts';

export const CASSIE: Playbook = [
  {
    about: /broken|damag|refund|return|complain|angry|late|wrong|missing|cancel/i,
    title: 'A reply that mends it',
    point: (s) =>
      `The customer wants to know two things: that you heard them, and what happens next. Here is a reply for ${s.business} about ${s.subject}.`,
    steps: () => [
      '**Answer within a working day**, even if only to say when the solution comes.',
      '**Offer the choice** between a replacement and the money back, if your rules allow it: [your rule].',
      '**Ask for a photo only if you need it**, and say why.',
    ],
    table: () => ({
      head: ['If they', 'You offer', 'By when'],
      rows: [
        ['Send a photo', 'Replacement or refund', '[2 working days]'],
        ['Are still angry', 'A call from the owner', 'The same day'],
        ['Do not answer', 'One reminder, then you decide', 'After 7 days'],
      ],
    }),
    snippet: (s) => ({
      language: 'text',
      code: `Hello {{first_name}},\n\nI am sorry that this reached you in that state.\nWould you like a replacement or your money back?\nTell me which, and I will arrange it by {{date}}.\nPlease keep the packaging until then.\n\n${s.owner ?? '[Your name]'}, ${s.sender}`,
    }),
    handover: { to: 'opsie', request: 'Find the step in our packing where this keeps happening.' },
    ask: () => 'What is your rule for returns today, in one sentence?',
  },
  {
    about: /reply|answer|question|faq|saved|template|customer|support|how long|deliver/i,
    title: 'A saved reply and its rules',
    point: (s) => `Questions about ${s.subject} will come again, so let us write the answer once and well.`,
    steps: (s) => [
      'Begin with the answer itself; thanks and explanations come after it.',
      'Name the next step, who does it, and by when.',
      `Put the same answer on your page, so that fewer ${s.customers} have to ask.`,
    ],
    table: () => ({
      head: ['Situation', 'First sentence', 'Then'],
      rows: [
        ['Simple question', 'Yes, that works.', 'One link'],
        ['Needs checking', 'I will find out and write by tomorrow noon.', 'Keep the promise'],
        ['Not possible', 'We cannot do that; here is what we can do.', 'Two choices'],
      ],
    }),
    snippet: (s) => ({
      language: 'text',
      code: `Hello {{first_name}},\n\n[The answer in one sentence.]\n{{next_step}} by {{date}}.\nIf that does not fit, just reply to this mail.\n\n${s.owner ?? '[Your name]'}, ${s.sender}`,
    }),
    handover: { to: 'content_writer', request: 'Turn our five most frequent answers into a help page.' },
    ask: () => 'Can you paste the last message of this kind, without the customer’s name?',
  },
];
