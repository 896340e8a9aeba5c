import { expect, test } from 'vitest';
import { DEMO_BOX_AFTER_MS, mentionsOffer, OFFER_WORDS, VISITOR_MESSAGE_MAX } from './visitor-limits.ts';
import { VISITOR_CHAT_TEXTS } from './visitor-texts.ts';
import { visitorQuestionSchema } from './visitor-chat.ts';

test.each(OFFER_WORDS)('VISITOR-2: a reply that mentions "%s" triggers the offer', (word) => {
  expect(mentionsOffer(`Here you find the ${word}.`)).toBe(true);
  expect(mentionsOffer(word.toUpperCase())).toBe(true);
  expect(mentionsOffer(`${word}s`)).toBe(true);
});

test.each(['', 'Ten teammates answer you.', 'An industrial size', 'Start now, get going'])('"%s" does not', (reply) => {
  expect(mentionsOffer(reply)).toBe(false);
});

test('fixed phrases may span two lines', () => {
  expect(mentionsOffer('This is how you get\nstarted.')).toBe(true);
});

test('VISITOR-3: the demo box follows after 2 s', () => {
  expect(DEMO_BOX_AFTER_MS).toBe(2_000);
});

test('VISITOR-7: the apology keeps its fixed opening and names the support address', () => {
  const apology = VISITOR_CHAT_TEXTS.apology('help@shop.example');
  expect(apology).toMatch(/^I'm sorry, I'm having trouble connecting right now\.\.\. /);
  expect(apology).toContain('help@shop.example');
});

test('the length of a message is measured without surrounding whitespace', () => {
  const message = `  ${'x'.repeat(VISITOR_MESSAGE_MAX)}  `;
  expect(visitorQuestionSchema.parse({ message })).toEqual({
    message: message.trim(),
    conversationHistory: [],
    teammate: 'brain_ai',
  });
});
