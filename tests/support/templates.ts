import { randomUUID } from 'node:crypto';
import type { Blank } from '#contract/templates/blanks.ts';
import type { Template } from '#contract/templates/templates.ts';
import { addFacts, type NewFact } from '#db/queries/brain/add-facts.ts';
import type { UserId } from '#db/types.gen.ts';
import type { TestApp } from '#tests/support/test-app.ts';

export const textBlank = (name: string, more: Partial<Extract<Blank, { kind: 'text' }>> = {}): Blank => ({
  kind: 'text',
  name,
  label: name,
  hint: '',
  example: 'An example',
  isRequired: true,
  maxLength: 100,
  ...more,
});

/** A template of ours that greets a customer. */
export const aTemplate = (more: Partial<Template> = {}): Template => ({
  id: 'greeting',
  title: 'Greeting',
  description: 'Greets a customer.',
  whenToUse: 'When someone comes in.',
  category: 'email',
  assistantId: 'emmie',
  tags: ['welcome'],
  isPremium: false,
  text: { subject: 'Hello', body: 'Dear {{name}},' },
  blanks: [textBlank('name', { label: 'Name' })],
  example: { business: 'Fern & Kiln, a pottery studio (invented)', values: { name: 'Ana' } },
  ...more,
});

/** A person's own template, as the client sends it. */
export const anOwnTemplate = (more: { title?: string; body?: string; blanks?: Blank[] } = {}) => ({
  title: more.title ?? 'Thank you',
  description: '',
  category: 'email' as const,
  tags: ['thanks'],
  text: { subject: null, body: more.body ?? 'Thank you, {{name}}.' },
  blanks: more.blanks ?? [textBlank('name')],
});

/** Something the team knows, in the order in which it was learned. */
export async function knows(
  app: TestApp,
  userId: UserId,
  fact: Pick<NewFact, 'kind' | 'subject' | 'statement'> & Partial<NewFact>,
): Promise<string> {
  const id = randomUUID();
  const usual = {
    id,
    attribute: '',
    value: '',
    quantity: null,
    unit: '',
    state: 'confirmed',
    source: 'typed',
    quote: '',
    question: '',
    assistantId: null,
    conversationId: null,
    messageId: null,
    learnedAt: await app.clock.now(),
    validFrom: null,
    validUntil: null,
  } as const;
  await app.db.transaction().execute((trx) => addFacts(trx, userId, [{ ...usual, ...fact }], 10_000));
  return id;
}
