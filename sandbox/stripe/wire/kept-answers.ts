import { createHash } from 'node:crypto';
import type { Store } from '../state/store.ts';
import type { KeptAnswer } from '../state/tables.ts';
import { StripeProblem } from './stripe-problem.ts';

const LIFE_MS = 24 * 3_600_000;
const KEY_MAX = 255;

export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path} ${body}`).digest('base64url');
}

/** What was answered to this key before. Throws where the key comes with another request. */
export function findKeptAnswer(store: Store, key: string, fingerprint: string, nowMs: number): KeptAnswer | null {
  if (key.length > KEY_MAX)
    throw new StripeProblem(`Idempotency keys may have at most ${KEY_MAX} characters.`, { type: 'idempotency_error' });
  const kept = store.find('keptAnswers', key);
  if (!kept || kept.at + LIFE_MS < nowMs) return null;
  if (kept.fingerprint !== fingerprint)
    throw new StripeProblem(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  return kept;
}
