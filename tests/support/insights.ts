import { randomUUID } from 'node:crypto';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { ConversationId, MessageId } from '#db/types.gen.ts';
import type { DatedFact, OpenThread } from '#db/queries/insights/daily-cards.ts';
import type { Situation } from '#server/modules/insights/situation.ts';

/** Somebody on Monday, November 16, 2026, of whom nothing is known yet. */
export const aSituation = (overrides: Partial<Situation> = {}): Situation => ({
  now: new Date('2026-11-16T09:00:00Z'),
  timeZone: 'UTC',
  today: '2026-11-16',
  tier: 'ultimate',
  isInTrial: false,
  businessType: 'ecommerce',
  goals: ['sales'],
  met: [],
  threads: [],
  conflicts: { count: 0, sides: [] },
  suggested: { count: 0, newest: null },
  dates: [],
  messages: { used: 0, limit: 10_000 },
  ...overrides,
});

/** A conversation whose last answer was read yesterday. */
export function aThread(assistantId: AssistantId, ending: string, overrides: Partial<OpenThread> = {}): OpenThread {
  return {
    conversationId: randomUUID() as ConversationId, // reason: a new id gets its brand here
    assistantId,
    title: `With ${assistantId}`,
    answerId: randomUUID() as MessageId, // reason: a new id gets its brand here
    beginning: ending,
    ending,
    said: ending,
    answeredAt: '2026-11-15T10:00:00Z',
    isUnread: false,
    ...overrides,
  };
}

export const aDate = (validFrom: string | null, validUntil: string | null, subject = 'Kiln opening'): DatedFact => ({
  id: randomUUID(),
  subject,
  statement: `${subject} is on.`,
  validFrom,
  validUntil,
});

export const aConflict = {
  count: 1,
  sides: [
    { subject: 'Large bowl', says: '$42', isDisputed: true },
    { subject: 'Large bowl', says: '$38', isDisputed: true },
  ],
};
export const toConfirm = { count: 2, newest: { subject: 'Closing time', statement: 'The shop closes at six.' } };
