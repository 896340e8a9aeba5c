import { createHash } from 'node:crypto';

/** People who stream and read; each is signed in and has the largest plan. */
export const PEOPLE = 600;
/** The person who owns half of all messages. */
export const HEAVY = 900;

/** Ids are derived from the person's number, so that every process of the bench knows them without asking. */
export function personId(index) {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

export function sessionToken(index) {
  return `bench-session-of-person-number-${String(index).padStart(8, '0')}`;
}

export function sessionHash(index) {
  return createHash('sha256').update(sessionToken(index)).digest('hex');
}

export function cookieOf(index) {
  return `session=${sessionToken(index)}`;
}

/** The heavy user's conversation that is longer than a page. */
export const LONG_CONVERSATION = '00000000-0000-4000-9000-000000000001';
/** The assistant of all seeded conversations. */
export const ASSISTANT = 'brain_ai';
