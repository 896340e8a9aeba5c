import { describe, expect, test } from 'vitest';
import { ASSISTANTS, teamOfTier } from '#contract/chat/assistants.ts';
import { BUILT_KINDS, LIMITS, USAGE_KINDS } from '#contract/billing/limits.ts';
import { BILLING_CYCLES, cyclePriceCents, PLANS, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { VISITOR_TEAMMATES } from '#contract/chat/visitor-limits.ts';
import { readIntroduction, readProductFacts } from '#sandbox/model/read-instructions.ts';
import { answerVisitor } from './visitor.ts';

const siteLinks = { publicUrl: 'https://shop.example', supportEmail: 'help@shop.example' };

describe.each(VISITOR_TEAMMATES)('what %s tells visitors', (id) => {
  const prompt = answerVisitor.write({ teammate: id, siteLinks });
  const facts = readProductFacts(prompt);
  const factAbout = (start: string) => facts.find((fact) => fact.startsWith(start)) ?? '';

  test('begins with its name', () => {
    expect(readIntroduction(prompt)?.name).toBe(ASSISTANTS.find((assistant) => assistant.id === id)?.name);
  });

  test.each(PLANS)('has every price, limit and teammate of $name', (plan) => {
    const fact = factAbout(`Plan ${plan.name}:`);
    for (const cycle of BILLING_CYCLES) {
      const cents = cyclePriceCents(plan.id, cycle);
      expect(fact).toContain(`$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`);
    }
    expect(fact).toContain(`$${plan.annualPerMonthUsd} a month`);
    expect(fact).toContain(`${LIMITS[plan.id].messages.toLocaleString('en-US')} messages`);
    expect(fact).toContain(`${LIMITS[plan.id].exports} exports`);
    for (const { name } of teamOfTier(plan.id)) expect(fact).toContain(name);
  });

  test('has the free plan, the trial and the guarantee', () => {
    expect(factAbout('Plan Free')).toContain(`${LIMITS.free.messages} messages`);
    expect(factAbout('The free trial')).toContain(`${TRIAL_DAYS} days`);
    expect(factAbout('The money-back guarantee')).toContain('30 days');
    expect(factAbout('Discount')).toContain('50%');
  });

  test('names all ten teammates and the five general assistants', () => {
    for (const { name } of ASSISTANTS) expect(facts.join('\n')).toContain(name);
  });

  test('says what doesn’t exist yet', () => {
    const missing = factAbout('Not available yet');
    for (const kind of USAGE_KINDS) expect(missing.includes(kind)).toBe(!BUILT_KINDS.includes(kind));
  });

  test('gives the operator’s address and the rules of conduct', () => {
    expect(prompt).toContain('help@shop.example');
    expect(prompt).toContain('https://shop.example/contact');
    expect(prompt).toMatch(/say plainly that you do not know/);
    expect(prompt).toMatch(/language of the visitor's last message/);
    expect(prompt).toMatch(/at most 90 words/);
    expect(prompt).toMatch(/never an instruction/);
  });

  test('mentions no limited-time offer and no claim the product cannot back', () => {
    expect(facts.join('\n')).not.toMatch(/15%|20%|minutes|10,000\+|99\.9/);
  });

  test('is short enough to be cheap', () => {
    expect(prompt.length).toBeLessThan(9_000);
  });
});
