import { createHash } from 'node:crypto';
import type { Store } from '../state/store.ts';
import type { IdempotentAnswer } from '../state/tables.ts';
import { StripeProblem } from './stripe-problem.ts';

const LIFE_MS = 24 * 3_600_000;

export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path} ${body}`).digest('base64url');
}

/** The earlier answer to this key. Throws if the key comes with a different request. */
export function findIdempotentAnswer(
  store: Store,
  key: string,
  fingerprint: string,
  nowMs: number,
): IdempotentAnswer | null {
  const kept = store.find('idempotentAnswers', key);
  if (!kept || kept.at + LIFE_MS < nowMs) return null;
  if (kept.fingerprint !== fingerprint)
    throw new StripeProblem(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  return kept;
}
