import type { SessionRow } from '#db/queries/sessions/sessions.ts';
import type { ValidSession } from './session.service.ts';

export const earlier = (one: Date, other: Date) => (one < other ? one : other);

/** A session as the product uses it. */
export function toValid(row: SessionRow): ValidSession {
  const { publicId, userId, email, kind, methods, createdAt, authenticatedAt, hasSecondFactor } = row;
  const { secondFactorAt, deleteAfter } = row;
  return {
    publicId,
    userId,
    email,
    kind,
    methods,
    createdAt,
    authenticatedAt,
    hasSecondFactor,
    expiresAt: earlier(row.expiresAt, row.absoluteExpiresAt),
    needsSecondFactor: hasSecondFactor && secondFactorAt === null,
    secondFactorAt,
    deleteAfter,
  };
}
