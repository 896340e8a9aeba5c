import { randomUUID } from 'node:crypto';
import { FACTS_MAX, type FactKind } from '#contract/brain/brain.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '../client.ts';
import { addFacts, type NewFact } from '../queries/brain/add-facts.ts';
import { supersedeFacts } from '../queries/brain/change-facts.ts';
import type { UserId } from '../types.gen.ts';

type Sample = {
  kind: FactKind;
  subject: string;
  attribute?: string;
  value?: string;
  /** The number in `value`, and its unit. */
  figure?: [quantity: string, unit: string];
  statement: string;
  daysAgo: number;
  /** The earlier typed statement that it replaced. */
  replaced?: Pick<Sample, 'value' | 'figure' | 'statement' | 'daysAgo'>;
};

const price = (subject: string, dollars: string, daysAgo: number): Sample => ({
  kind: 'product',
  subject,
  attribute: 'price',
  value: `$${dollars}`,
  figure: [dollars, 'USD'],
  statement: `The ${subject.toLowerCase()} costs $${dollars}.`,
  daysAgo,
});

/** What Maya typed about Fern & Kiln, a made-up shop, the oldest first. */
const DEMO_FACTS: readonly Sample[] = [
  price('Large bowl', '42', 20),
  price('Medium bowl', '31', 20),
  {
    ...price('Mug', '32', 3),
    replaced: { value: '$29', figure: ['29', 'USD'], statement: 'The mug costs $29.', daysAgo: 20 },
  },
  {
    kind: 'product',
    subject: 'Mug',
    attribute: 'sizes',
    value: '8 oz and 12 oz',
    statement: 'Mugs come in 8 oz and 12 oz.',
    daysAgo: 19,
  },
  {
    kind: 'product',
    subject: 'Glazes',
    attribute: 'safety',
    value: 'food and dishwasher safe',
    statement: 'All our glazes are safe for food and the dishwasher.',
    daysAgo: 19,
  },
  {
    kind: 'policy',
    subject: 'Shipping',
    attribute: 'free shipping minimum',
    value: '$90',
    figure: ['90', 'USD'],
    statement: 'Orders over $90 ship free.',
    daysAgo: 18,
  },
  {
    kind: 'policy',
    subject: 'Returns',
    attribute: 'period',
    value: '30 days',
    figure: ['30', 'days'],
    statement: 'Unused pieces can be returned within 30 days.',
    daysAgo: 18,
  },
  {
    kind: 'policy',
    subject: 'Tableware sets',
    attribute: 'discount',
    statement: 'We never discount tableware sets.',
    daysAgo: 12,
  },
  {
    kind: 'voice',
    subject: 'Tone',
    statement: 'We sound like a neighbor who makes pots: warm, plain, a little dry.',
    daysAgo: 18,
  },
  {
    kind: 'customer',
    subject: 'Customers',
    statement: 'Most customers buy their first bowl as a gift and come back for themselves.',
    daysAgo: 17,
  },
  {
    kind: 'people',
    subject: 'Jonas',
    attribute: 'role',
    value: 'firing and shipping',
    statement: 'Jonas fires the kiln and packs the orders.',
    daysAgo: 17,
  },
  {
    kind: 'people',
    subject: 'Opening hours',
    attribute: 'hours',
    value: 'Thursday to Saturday, 10 to 5',
    statement: 'The studio is open Thursday to Saturday from 10 to 5.',
    daysAgo: 16,
  },
  {
    kind: 'date',
    subject: 'Orders',
    attribute: 'goal for the year',
    value: '1,000 orders',
    figure: ['1000', 'orders'],
    statement: 'Our goal this year is 1,000 orders.',
    daysAgo: 16,
  },
];

function toFact(sample: Omit<Sample, 'replaced'>, now: Date): NewFact {
  const { kind, subject, attribute = '', value = '', figure, statement, daysAgo } = sample;
  const learnedAt = new Date(now.getTime() - daysAgo * DAY_MS);
  return {
    id: randomUUID(),
    kind,
    subject,
    attribute,
    value,
    quantity: figure?.[0] ?? null,
    unit: figure?.[1] ?? '',
    statement,
    state: 'confirmed',
    source: 'typed',
    quote: '',
    question: '',
    assistantId: null,
    conversationId: null,
    messageId: null,
    learnedAt,
    confirmedAt: learnedAt,
    validFrom: null,
    validUntil: null,
    language: 'en',
  };
}

/** All of their statements, including the one that was replaced. */
export const DEMO_STATEMENTS: readonly string[] = DEMO_FACTS.flatMap(({ statement, replaced }) =>
  replaced ? [statement, replaced.statement] : [statement],
);

/** Adds what Maya's team knows, including the price that one of the facts replaced. */
export async function addDemoFacts(trx: Db, userId: UserId, now: Date): Promise<void> {
  const pairs = DEMO_FACTS.map(({ replaced, ...sample }) => ({
    fact: toFact(sample, now),
    old: replaced && toFact({ ...sample, ...replaced }, now),
  }));
  const facts = pairs.flatMap(({ fact, old }) => (old ? [old, fact] : [fact]));
  await addFacts(trx, userId, facts, FACTS_MAX);
  for (const { fact, old } of pairs) if (old) await supersedeFacts(trx, userId, [old.id], fact.id);
}
