import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { ExpectedError } from '#db/expected-error.ts';
import * as queries from '#db/queries/identity/app-secrets.ts';
import { addSecurityEvent } from '#db/queries/identity/security-events.ts';
import { findAccountByEmail, holdPerson } from '#db/queries/identity/users.ts';
import { deleteFactor, listFactors } from '#db/queries/second-factor/factors.ts';
import { deleteAllRecoveryCodes, deleteRecoveryCodes } from '#db/queries/second-factor/recovery-codes.ts';
import { deleteSessionsOf } from '#db/queries/sessions/session-endings.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Config } from '#server/config.ts';
import { schedule } from '#server/jobs/schedule.ts';
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
const openBox = (secrets: AppSecrets) => createSealedBox(secrets, 'totp', createLog('silent'));

function explainWrongSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): string {
  const cure =
    secret === null
      ? `Put the app-secret file of the installation that the data is from at ${join(dataDir, 'app-secret')}.`
      : 'Set APP_SECRET to the key of the installation that the data is from. If you have changed the key since, put the earlier one into APP_SECRET_PREVIOUS.';
  return `This database was used with another key, so its encrypted values can't be read and nobody's authenticator app would work. ${cure} If the key is lost, see "The key" in docs/operating.md.`;
}

/**
 * Records the keys that this database is used with, and throws WrongSecretError if one that it was used with is
 * missing. A database from before there were check values is recognized by an authenticator app's secret.
 */
export async function checkAppSecrets(
  db: Db,
  secrets: AppSecrets,
  source: Pick<Config, 'secret' | 'dataDir'>,
): Promise<void> {
  const given = checkValuesOf(secrets);
  const isMissing = ({ checkValue }: queries.AppSecretRow) => !given.includes(checkValue);
  const known = await queries.listAppSecrets(db);
  if (known.some(isMissing)) throw new WrongSecretError(explainWrongSecret(source));
  if (known.length === given.length) return;
  await inTransaction(db, async (trx) => {
    await queries.lockAppSecrets(trx);
    const current = await queries.listAppSecrets(trx);
    const sealed = current.length === 0 ? await queries.findSealedSecret(trx) : undefined;
    const isUnreadable = sealed !== undefined && openBox(secrets).open(sealed, 'factor') === null;
    if (isUnreadable || current.some(isMissing)) throw new WrongSecretError(explainWrongSecret(source));
    await queries.addAppSecrets(trx, given);
  });
}

export type SecretsReport = {
  /** When the keys that aren't set anymore were first used. */
  missingSince: Date[];
  unreadableFactors: number;
};

async function listUnreadableFactors(db: Db, secrets: AppSecrets): Promise<queries.SealedFactor[]> {
  const box = openBox(secrets);
  return (await queries.listSealedFactors(db)).filter(({ id, secret }) => box.open(secret, id) === null);
}

export async function reportAppSecrets(db: Db, secrets: AppSecrets): Promise<SecretsReport> {
  const given = checkValuesOf(secrets);
  const known = await queries.listAppSecrets(db);
  return {
    missingSince: known.filter(({ checkValue }) => !given.includes(checkValue)).map(({ firstUsedAt }) => firstUsedAt),
    unreadableFactors: (await listUnreadableFactors(db, secrets)).length,
  };
}

/**
 * Forgets the keys that aren't set anymore, so that the product starts without them. Second factors that can't be
 * checked keep protecting their accounts. Recovery codes are deleted if every key is lost: all of them would be called wrong.
 */
export async function forgetLostSecrets(db: Db, secrets: AppSecrets): Promise<void> {
  const given = checkValuesOf(secrets);
  await inTransaction(db, async (trx) => {
    await queries.lockAppSecrets(trx);
    const known = await queries.listAppSecrets(trx);
    if (!known.some(({ checkValue }) => given.includes(checkValue))) await deleteAllRecoveryCodes(trx);
    await queries.addAppSecrets(trx, given);
    await queries.deleteAppSecretsExcept(trx, given);
  });
}

/**
 * Removes the authenticator apps of one account that can't be checked, ends its sessions, and emails its owner. Returns how many, or
 * null if there is no such account.
 */
export async function removeUnreadableFactors(
  db: Db,
  secrets: AppSecrets,
  { email, now }: { email: string; now: Date },
): Promise<number | null> {
  const account = await findAccountByEmail(db, email);
  if (!account) return null;
  const userId = account.id;
  const box = openBox(secrets);
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
