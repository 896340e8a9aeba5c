import { DatabaseError } from '../../database-error.ts';
import type { UserId } from '../../types.gen.ts';

/** A person's own row is missing, because their account was deleted while a call of theirs ran (DATABASE-4). */
export class PersonGoneError extends DatabaseError {
  override readonly name = 'PersonGoneError';

  constructor(userId: UserId) {
    super(`user ${userId} does not exist`, { code: 'PERSON_GONE' });
  }
}
