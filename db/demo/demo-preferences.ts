import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { ScopedPreference } from '#contract/brain/preferences.ts';
import type { Db } from '../client.ts';
import { addPreferences } from '../queries/preferences/answer-preferences.ts';
import type { UserId } from '../types.gen.ts';

/** How Maya wants answers to be written. */
const DEMO_PREFERENCES: readonly ScopedPreference[] = [
  { assistantId: null, setting: 'emojis', value: 'never' },
  { assistantId: null, setting: 'sign_off', value: 'Maya, Fern & Kiln' },
  { assistantId: null, setting: 'avoided_word', value: 'artisanal' },
  { assistantId: null, setting: 'avoided_word', value: 'curated' },
  { assistantId: null, setting: 'avoided_word', value: 'pamper' },
  { assistantId: null, setting: 'sentence', value: 'Prices without cents, unless there are some.' },
  { assistantId: 'soshie', setting: 'emojis', value: 'sometimes' },
  { assistantId: 'soshie', setting: 'sign_off', value: '' },
  { assistantId: 'cassie', setting: 'sign_off', value: 'Maya and Jonas' },
];

/** Adds them, as if she had typed them last week. */
export async function addDemoPreferences(trx: Db, userId: UserId, now: Date): Promise<void> {
  const origin = {
    source: 'typed',
    saidTo: null,
    conversationId: null,
    setAt: new Date(now.getTime() - 6 * DAY_MS),
  } as const; // reason: the source is one of two
  const preferences = DEMO_PREFERENCES.map((one) => ({ ...one, id: randomUUID() }));
  await addPreferences(trx, userId, randomUUID(), preferences, origin);
}
