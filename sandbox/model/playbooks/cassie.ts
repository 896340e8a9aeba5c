import type { Playbook } from '../play.ts';

export const CASSIE: Playbook = [
  {
    about: /broken|damag|refund|return|complain|angry|late|wrong|missing|cancel/i,
    title: 'A reply that makes it right',
    point: (s) =>
      `The customer wants to know two things: that you heard them, and what happens next. Here is a reply for ${s.business} about ${s.subject}.`,
    steps: () => [
      '**Answer within a working day**, even if only to say when the solution comes.',
      '**Offer a choice** of a replacement or a refund, if your policy allows it: [your policy].',
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
      code: `Hello {{first_name}},\n\nI’m sorry it arrived that way.\nWould you like a replacement or your money back?\nTell me which one, and I’ll take care of it by {{date}}.\nPlease keep the packaging until then.\n\n${s.owner ?? '[Your name]'}, ${s.sender}`,
    }),
    handover: { to: 'opsie', request: 'Find the step in our packing where this keeps happening.' },
    ask: () => 'What’s your return policy today, in one sentence?',
  },
  {
    about: /reply|answer|question|faq|saved|template|customer|support|how long|deliver/i,
    title: 'A saved reply and its rules',
    point: (s) => `Questions about ${s.subject} will come up again, so let’s write one good answer now.`,
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
        ['Not possible', 'We can’t do that. Here’s what we can do.', 'Two choices'],
      ],
    }),
    snippet: (s) => ({
      language: 'text',
      code: `Hello {{first_name}},\n\n[The answer in one sentence.]\n{{next_step}} by {{date}}.\nIf that doesn’t work for you, just reply to this email.\n\n${s.owner ?? '[Your name]'}, ${s.sender}`,
    }),
    handover: { to: 'content_writer', request: 'Turn our five most frequent answers into a help page.' },
    ask: () => 'Can you paste the last message of this kind, without the customer’s name?',
  },
];
