import { expect, it } from 'vitest';
import { TEAM } from '#contract/chat/assistants.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { TIERS } from '#contract/billing/tiers.ts';
import { VISITORS } from '#src/domain/site/visitor.ts';
import { faqFor } from './faq.ts';

const textOf = (visitor: (typeof VISITORS)[number]) =>
  faqFor(visitor)
    .map(({ question, answer }) => `${question} ${answer}`)
    .join('\n');

it('states every plan’s message limit as in the catalog', () => {
  for (const tier of TIERS) expect(textOf('guest')).toContain(LIMITS[tier].messages.toLocaleString('en-US'));
});

it('states how many automations each plan has, as in the catalog', () => {
  const answer = faqFor('guest').find(({ question }) => question === 'What can automations do?')?.answer ?? '';
  expect(answer).toContain('1 with Free, 3 with Starter, 25 with Pro and unlimited with Ultimate');
});

it('names each teammate once, with the plan that opens them', () => {
  const answer = faqFor('guest').find(({ question }) => question.startsWith('Which teammates'))?.answer ?? '';
  for (const { name } of TEAM) expect(answer.split(name)).toHaveLength(2);
  expect(answer).toContain('Brain AI is in every plan.');
  expect(answer).toContain('Pro adds Soshie, Cassie and Milli.');
});

it('has eight to eleven questions, each once', () => {
  for (const visitor of VISITORS) {
    const questions = faqFor(visitor).map(({ question }) => question);
    expect(questions.length).toBeGreaterThanOrEqual(8);
    expect(questions.length).toBeLessThanOrEqual(11);
    expect(new Set(questions).size).toBe(questions.length);
  }
});

it('mentions the trial only to people who can have one, and never tokens or unbuilt features', () => {
  expect(textOf('guest')).toMatch(/free trial/);
  expect(textOf('trial')).toMatch(/free trial/);
  expect(textOf('member')).not.toMatch(/trial/i);
  for (const visitor of VISITORS)
    expect(textOf(visitor)).not.toMatch(/token|white-label|\bAPI\b|integration|brands?\b/i);
});
