import type { SessionRow } from '#db/queries/sessions/sessions.ts';
import type { ValidSession } from './session.service.ts';

export const earlier = (one: Date, other: Date) => (one < other ? one : other);

/** A session as the product uses it. */
export function toValid(row: SessionRow): ValidSession {
  const { absoluteExpiresAt, ...shown } = row;
  return {
    ...shown,
    expiresAt: earlier(row.expiresAt, absoluteExpiresAt),
    needsSecondFactor: row.hasSecondFactor && row.secondFactorAt === null,
  };
}
