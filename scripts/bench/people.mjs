import { createHash } from 'node:crypto';
import { sha256, userToken } from '#server/lib/crypto/secrets.ts';

/** People who stream and read; each is signed in and has the largest plan. */
export const PEOPLE = 600;
/** The person who owns half of all messages. */
export const HEAVY = 900;

/** The person who reads a long conversation and a short one. */
export const READER = 901;

/** The person with 100,000 facts and passages, and one with none. */
export const KNOWER = 902;
export const KNOWS_NOTHING = 903;
/** The index of words knows people by the first digits of their ids, so the one who has texts needs their own. */
const OWN_DIGITS = { [KNOWER]: 'c0ffee00', [KNOWS_NOTHING]: 'c0ffee01' };

/** Ids are derived from the person's number, so that every process of the bench knows them without asking. */
export function personId(index) {
  if (index in OWN_DIGITS) return `${OWN_DIGITS[index]}-0000-4000-8000-000000000000`;
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

function sessionSecret(index) {
  return createHash('sha256').update(`bench session of person ${index}`).digest('base64url');
}

export function sessionHash(index) {
  return sha256(sessionSecret(index));
}

export function cookieOf(index) {
  return `session=${userToken(personId(index), sessionSecret(index))}`;
}

/** The heavy user's conversation that is longer than a page. */
export const LONG_CONVERSATION = '00000000-0000-4000-9000-000000000001';
/** The reader's conversations, with how many messages each has. */
export const CONVERSATIONS_OF = {
  50: '00000000-0000-4000-9000-000000000002',
  5_000: '00000000-0000-4000-9000-000000000003',
};
/** The assistant of all seeded conversations. */
export const ASSISTANT = 'brain_ai';
