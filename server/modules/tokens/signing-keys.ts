import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as keys from '#db/queries/sessions/signing-keys.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { SealedBox } from '#server/lib/crypto/sealed-box.ts';

export const SIGNING_ALGORITHM = 'ES256';
/** A key signs for this long; the next one is published a day before it signs, so that every cache has it by then. */
const PERIOD_DAYS = 30;
const PUBLISH_AHEAD_MS = DAY_MS;
/** How long a process caches the keys it read, in milliseconds. */
const CACHE_TTL_MS = 60_000;

export type SigningKey = { kid: string; privateKey: CryptoKey };
type Known = { readAt: number; rows: keys.SigningKeyRow[] };

/** One key per period, created by whichever process needs it first. The private half is encrypted at rest. */
export function createSigningKeys({ db, clock, box }: { db: Db; clock: Clock; box: SealedBox }) {
  let known: Known | undefined;
  const imported = new Map<string, CryptoKey>();
  const periodOf = (time: number) => Math.floor(time / (PERIOD_DAYS * DAY_MS));

  async function make(period: number, now: Date): Promise<void> {
    const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    await keys.addSigningKey(db, {
      kid,
      period,
      privateKey: box.seal(JSON.stringify(await exportJWK(pair.privateKey))),
      publicJwk: { ...publicJwk, kid, alg: SIGNING_ALGORITHM, use: 'sig', key_ops: ['verify'] },
      now,
    });
  }

  async function read(now: Date): Promise<keys.SigningKeyRow[]> {
    const time = now.getTime();
    const period = periodOf(time);
    if (known && Math.abs(time - known.readAt) < CACHE_TTL_MS && known.rows.some((row) => row.period === period))
      return known.rows;
    let rows = await keys.listSigningKeys(db, period - 1);
    // If a master key is lost, so is everything it encrypted. Then a new key signs.
    const unreadable = rows.filter(
      (row) => row.period >= period && box.open(row.privateKey, `signing key ${row.kid}`) === null,
    );
    for (const row of unreadable) await keys.deleteSigningKey(db, row.kid);
    const wanted = [period, periodOf(time + PUBLISH_AHEAD_MS)];
    for (const one of new Set(wanted))
      if (unreadable.some((row) => row.period === one) || !rows.some((row) => row.period === one)) await make(one, now);
    rows = await keys.listSigningKeys(db, period - 1);
    known = { readAt: time, rows };
    return rows;
  }

  return {
    /** The key that signs now. */
    current: async (): Promise<SigningKey> => {
      const now = await clock.now();
      const row = (await read(now)).find((one) => one.period === periodOf(now.getTime()));
      const jwk = row && box.open(row.privateKey, `signing key ${row.kid}`);
      if (!row || jwk === null || jwk === undefined)
        throw new Error(`no readable signing key for period ${periodOf(now.getTime())}`);
      let privateKey = imported.get(row.kid);
      if (!privateKey) {
        privateKey = (await importJWK(JSON.parse(jwk) as JWK, SIGNING_ALGORITHM)) as CryptoKey; // reason: we sealed a JWK of an EC key
        imported.set(row.kid, privateKey);
      }
      return { kid: row.kid, privateKey };
    },
    /** The public keys whose tokens may still be valid, and the next one. */
    publicKeys: async (): Promise<JWK[]> => (await read(await clock.now())).map((row) => row.publicJwk),
    sweep: async () => keys.deleteSigningKeysBefore(db, periodOf((await clock.now()).getTime()) - 1),
  };
}
export type SigningKeys = ReturnType<typeof createSigningKeys>;
