import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { ExpectedError } from '#db/expected-error.ts';
import * as queries from '#db/queries/identity/app-secrets.ts';
import { addSecurityEvent } from '#db/queries/identity/security-events.ts';
import { findAccountByEmail, holdPerson } from '#db/queries/identity/users.ts';
import { deleteFactor, listFactors } from '#db/queries/second-factor/factors.ts';
import {
  countAllRecoveryCodes,
  deleteAllRecoveryCodes,
  deleteRecoveryCodes,
} from '#db/queries/second-factor/recovery-codes.ts';
import { deleteSessionsOf } from '#db/queries/sessions/session-endings.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Config } from '#server/config.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { readSecret } from '#server/lib/crypto/app-secret.ts';
import { createSealedBox } from '#server/lib/crypto/sealed-box.ts';
import { keyedHash } from '#server/lib/crypto/secrets.ts';
import { createLog } from '#server/lib/log.ts';

/** The newest first. */
export type AppSecrets = [string, ...string[]];

/** Thrown when the database was used with another key. `message` says what to do. */
export class WrongSecretError extends ExpectedError {}

/** Says which key it is, and nothing else about it. */
const checkValueOf = (secret: string) => keyedHash(secret, 'check value')('app secret');
const checkValuesOf = (secrets: AppSecrets) => [...new Set(secrets.map(checkValueOf))];

/** Says nothing: what can't be read is reported by whoever asks. */
const openBox = (secrets: AppSecrets, purpose: queries.SealedValue['purpose']) =>
  createSealedBox(secrets, purpose, createLog('silent'));

const canOpen = (secrets: AppSecrets, { purpose, sealed }: queries.SealedValue) =>
  openBox(secrets, purpose).open(sealed, purpose) !== null;

/** How many encrypted values of each kind the first start on a database tries. */
const SAMPLES_PER_KIND = 5;

type Source = Pick<Config, 'secret' | 'dataDir' | 'previousSecrets'>;

/** The keys that are set. Throws ExpectedError if there are none, and creates none. */
export function existingSecrets({ secret, dataDir, previousSecrets }: Source): AppSecrets {
  const newest = secret ?? readSecret(dataDir);
  if (newest !== null) return [newest, ...previousSecrets];
  throw new ExpectedError(
    `There is no key: APP_SECRET isn't set, and ${join(dataDir, 'app-secret')} doesn't exist. Set APP_SECRET, or DATA_DIR to the directory with the key.`,
  );
}

const OPERATORS_COMMAND =
  'If that key is lost, or was set by mistake, `npm run app-secret` shows what can be read without it; see "The key" in docs/operating.md.';

const howToSetTheKey = ({ secret, dataDir }: Pick<Source, 'secret' | 'dataDir'>) =>
  secret === null
    ? `Put the app-secret file of the installation that this data came from at ${join(dataDir, 'app-secret')}.`
    : 'Set APP_SECRET to the key of the installation that this data came from. If you have changed the key since, put the earlier one into APP_SECRET_PREVIOUS.';

/** `missing` are recorded keys that aren't set; none means that the encrypted values say so. */
function wrongSecret(missing: queries.AppSecretRow[], source: Pick<Source, 'secret' | 'dataDir'>): WrongSecretError {
  const since = missing.map(({ firstUsedAt }) => firstUsedAt.toISOString().slice(0, 10)).join(' and ');
  const problem =
    missing.length > 0
      ? `This database was used with another key, first on ${since}, and that key isn't set.`
      : 'This database was used with another key: none of its encrypted values that were tried can be read with the key that is set.';
  return new WrongSecretError(`${problem} ${howToSetTheKey(source)} ${OPERATORS_COMMAND}`);
}

const missingFrom = (known: queries.AppSecretRow[], given: string[]) =>
  known.filter(({ checkValue }) => !given.includes(checkValue));

/** Throws WrongSecretError if there are encrypted values and none can be read. Returns the keys that are in use. */
async function keysInUse(trx: Db, [newest, ...previous]: AppSecrets, source: Pick<Source, 'secret' | 'dataDir'>) {
  const values = await queries.listSealedValues(trx, SAMPLES_PER_KIND);
  if (values.length > 0 && !values.some((value) => canOpen([newest, ...previous], value)))
    throw wrongSecret([], source);
  return [newest, ...previous.filter((secret) => values.some((value) => canOpen([secret], value)))];
}

/**
 * Records the key that this database is used with, and throws WrongSecretError if one that it was used with is missing.
 * A previous key was recorded while it was the newest. A database from before there were check values is recognized by
 * its encrypted values.
 */
export async function checkAppSecrets(
  db: Db,
  secrets: AppSecrets,
  source: Pick<Source, 'secret' | 'dataDir'>,
): Promise<void> {
  const given = checkValuesOf(secrets);
  const newest = checkValueOf(secrets[0]);
  const refuseIfMissing = (known: queries.AppSecretRow[]) => {
    const missing = missingFrom(known, given);
    if (missing.length > 0) throw wrongSecret(missing, source);
  };
  const known = await queries.listAppSecrets(db);
  refuseIfMissing(known);
  if (known.some(({ checkValue }) => checkValue === newest)) return;
  await inTransaction(db, async (trx) => {
    await queries.lockAppSecrets(trx);
    const current = await queries.listAppSecrets(trx);
    refuseIfMissing(current);
    const used = current.length === 0 ? await keysInUse(trx, secrets, source) : [secrets[0]];
    await queries.addAppSecrets(trx, [...new Set(used.map(checkValueOf))]);
  });
}

export type SecretsReport = {
  /** When the keys that aren't set anymore were first used. */
  missingSince: Date[];
  readableFactors: number;
  unreadableFactors: number;
  /** How many recovery codes forgetting the missing keys deletes. */
  recoveryCodesToDelete: number;
};

/** Whether no recovery code can be checked anymore. Codes alone can't show it, because they are keyed hashes. */
async function areAllKeysLost(db: Db, secrets: AppSecrets): Promise<boolean> {
  const known = await queries.listAppSecrets(db);
  if (known.length > 0) return missingFrom(known, checkValuesOf(secrets)).length === known.length;
  const values = await queries.listSealedValues(db, null);
  return values.length > 0 && !values.some((value) => canOpen(secrets, value));
}

export async function reportAppSecrets(db: Db, secrets: AppSecrets): Promise<SecretsReport> {
  const missing = missingFrom(await queries.listAppSecrets(db), checkValuesOf(secrets));
  const factors = await queries.listFactorSecrets(db);
  const readable = factors.filter((sealed) => canOpen(secrets, { purpose: 'totp', sealed }));
  return {
    missingSince: missing.map(({ firstUsedAt }) => firstUsedAt),
    readableFactors: readable.length,
    unreadableFactors: factors.length - readable.length,
    recoveryCodesToDelete: (await areAllKeysLost(db, secrets)) ? await countAllRecoveryCodes(db) : 0,
  };
}

/**
 * Forgets the keys that aren't set anymore, so that the product starts without them. Second factors that can't be
 * checked keep protecting their accounts. Recovery codes are deleted if every key is lost: all of them would be called
 * wrong.
 */
export async function forgetLostSecrets(db: Db, secrets: AppSecrets): Promise<void> {
  await inTransaction(db, async (trx) => {
    await queries.lockAppSecrets(trx);
    if (await areAllKeysLost(trx, secrets)) await deleteAllRecoveryCodes(trx);
    await queries.addAppSecrets(trx, [checkValueOf(secrets[0])]);
    await queries.deleteAppSecretsExcept(trx, checkValuesOf(secrets));
  });
}

/**
 * Throws ExpectedError unless the database is used with the newest key, and every other key it was used with is set.
 */
async function requireKnownSecrets(db: Db, secrets: AppSecrets): Promise<void> {
  const known = await queries.listAppSecrets(db);
  const isKnown = known.some(({ checkValue }) => checkValue === checkValueOf(secrets[0]));
  if (isKnown && missingFrom(known, checkValuesOf(secrets)).length === 0) return;
  throw new ExpectedError(
    "Nothing was removed, because the keys that are set aren't those that this database is used with. `npm run app-secret` shows what is missing.",
  );
}

/**
 * Removes the authenticator apps of one account that can't be checked, ends its sessions, and emails its owner. Returns
 * how many, or null if there is no such account. Throws ExpectedError with a key that the database isn't used with:
 * everything would look unreadable.
 */
export async function removeUnreadableFactors(
  db: Db,
  secrets: AppSecrets,
  { email, now }: { email: string; now: Date },
): Promise<number | null> {
  await requireKnownSecrets(db, secrets);
  const account = await findAccountByEmail(db, email);
  if (!account) return null;
  const userId = account.id;
  const box = openBox(secrets, 'totp');
  return inTransaction(db, async (trx) => {
    await holdPerson(trx, userId);
    const all = await listFactors(trx, userId);
    const lost = all.filter(({ id, secret }) => secret !== null && box.open(secret, id) === null);
    if (lost.length === 0) return 0;
    for (const factor of lost) {
      await deleteFactor(trx, userId, factor.id);
      const event = { id: randomUUID(), userId, kind: 'factor_removed', detail: factor.friendlyName, now };
      await addSecurityEvent(trx, { ...event, ipAddress: '', userAgent: '', emailTo: account.email, isShown: true });
      await schedule(trx, 'security-email', { key: event.id, payload: { userId, id: event.id }, dueAt: now });
    }
    if (lost.length === all.length) await deleteRecoveryCodes(trx, userId);
    await deleteSessionsOf(trx, userId);
    return lost.length;
  });
}
