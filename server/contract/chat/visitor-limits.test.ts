import { expect, test } from 'vitest';
import { DEMO_BOX_AFTER_MS, mentionsOffer, OFFER_WORDS, VISITOR_MESSAGE_MAX } from './visitor-limits.ts';
import { VISITOR_CHAT_TEXTS } from '../texts.ts';
import { visitorQuestionSchema } from './visitor-chat.ts';

test.each(OFFER_WORDS)('a reply that mentions "%s" brings the offer (spec §4)', (word) => {
  expect(mentionsOffer(`Here you find the ${word}.`)).toBe(true);
  expect(mentionsOffer(word.toUpperCase())).toBe(true);
  expect(mentionsOffer(`${word}s`)).toBe(true);
});

test.each(['', 'Ten teammates answer you.', 'An industrial size', 'Start now, get going'])('"%s" does not', (reply) => {
  expect(mentionsOffer(reply)).toBe(false);
});

test('words may stand on two lines', () => {
  expect(mentionsOffer('This is how you get\nstarted.')).toBe(true);
});

test('the demo box follows after 2 s (spec §9)', () => {
  expect(DEMO_BOX_AFTER_MS).toBe(2_000);
});

test('the apology begins as the specification has it, with the support address (spec §8)', () => {
  const apology = VISITOR_CHAT_TEXTS.apology('help@shop.example');
  expect(apology).toMatch(/^I'm sorry, I'm having trouble connecting right now\.\.\. /);
  expect(apology).toContain('help@shop.example');
});

test('a message is measured without the space around it', () => {
  const message = `  ${'x'.repeat(VISITOR_MESSAGE_MAX)}  `;
  expect(visitorQuestionSchema.parse({ message })).toEqual({
    message: message.trim(),
    conversationHistory: [],
    teammate: 'brain_ai',
  });
});
