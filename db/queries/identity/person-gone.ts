import type { UserId } from '../../types.gen.ts';

/** A person's own row is missing, because their account was deleted while a call of theirs ran (DATABASE-4). */
export class PersonGoneError extends Error {
  override readonly name = 'PersonGoneError';
  readonly code = 'PERSON_GONE';

  constructor(userId: UserId) {
    super(`user ${userId} does not exist`);
  }
}
