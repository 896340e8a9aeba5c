import { describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/billing/limits.ts';
import { PLANS } from '#contract/billing/plans.ts';
import { answerVisitor } from '#server/prompts/visitor.ts';
import { composeAnswer } from './compose.ts';
import { VISITOR_SANDBOX_MARK } from './visitor-answer.ts';

const siteLinks = { publicUrl: 'https://shop.example', supportEmail: 'help@shop.example' };

function answer(question: string, teammate: 'brain_ai' | 'emmie' = 'brain_ai'): string {
  return composeAnswer({
    task: answerVisitor.id,
    instructions: answerVisitor.write({ teammate, siteLinks }),
    turns: [
      { role: 'user', text: 'What is the team?' },
      { role: 'assistant', text: 'Ten of us.' },
      { role: 'user', text: question },
    ],
  });
}

test('the answer says it is an example and stays short', () => {
  for (const question of [
    'What does it cost?',
    'Who is on the team?',
    'How does the trial work?',
    'Can I see a demo?',
  ]) {
    const said = answer(question);
    expect(said.split('\n')[0]).toBe(VISITOR_SANDBOX_MARK);
    expect(said.split(/\s+/).length, question).toBeLessThanOrEqual(110);
  }
});

test.each([
  ['What does it cost?', PLANS.map(({ monthlyUsd }) => `$${monthlyUsd}`)],
  ['How many messages does Pro include?', [LIMITS.pro.messages.toLocaleString('en-US')]],
  ['Who is on the team?', ['Brain AI', 'Emmie', 'Finny']],
  ['How does the trial work?', ['7 days', 'no credit card']],
  ['Can I see a demo?', ['demo']],
  ['what does Seomi do', ['SEO & Ads Expert']],
  ['Do you have integrations?', ['Not available yet']],
  ['Can I get a refund?', ['30 days']],
  ['How do I cancel?', ['billing page']],
  ['Which languages do you speak?', ['language']],
])('"%s" is answered from the facts', (question, words) => {
  for (const word of words) expect(answer(question)).toContain(word);
});

describe('a question the facts do not answer', () => {
  test.each(['Wie wird das Wetter?', 'What is the capital of Peru?', '???', '🙂', 'constructor'])(
    '(%s) is declined',
    (question) => {
      expect(answer(question)).toContain('I don’t know that one');
      expect(answer(question)).toContain('help@shop.example');
    },
  );
});

describe('Emmie in the demo', () => {
  test('drafts an email about what was said', () => {
    expect(answer('Tell them about the glazed bowls', 'emmie')).toMatch(/Subject: .*glazed bowls/);
    expect(answer('Someone left a basket', 'emmie')).toContain('Still thinking it over?');
  });

  test('answers about the product from the facts', () => {
    expect(answer('What does it cost?', 'emmie')).toContain('$59');
  });
});
