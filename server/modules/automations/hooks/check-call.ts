import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOOK_TOLERANCE_MS } from '#contract/automations/automation-limits.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';

/** A call of an incoming webhook. Headers are null if they aren't there. */
export type HookCall = {
  /** The raw bytes, which a signature covers. */
  body: Uint8Array;
  contentType: string | null;
  /** The charset in `Content-Type`. */
  charset: string | null;
  /** `Tenfold-Secret`, or `Authorization: Bearer`. */
  secret: string | null;
  /** `Tenfold-Signature`: `t=<Unix seconds>,v1=<hex>`. */
  signature: string | null;
  /** `Idempotency-Key`. */
  idempotencyKey: string | null;
  /** `Tenfold-Chain`: the run whose call led to this one, as the caller claims. */
  chain: string | null;
};

/** Compares digests: they have the same length, whatever was sent. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(given), 'hex'), Buffer.from(sha256(expected), 'hex'));

/** The signature of a body at a moment: HMAC-SHA256 over `<Unix seconds>.<body>`. */
export const signatureOf = (secret: string, seconds: number, body: string | Uint8Array): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

/** A time has only one spelling: otherwise a leading zero would make the same signed call look like a new one. */
const SIGNATURE = /^t=(0|[1-9]\d{0,11}),v1=([0-9a-f]{64})$/;

/**
 * Whether the caller proved that they know the secret. `signature` is the one that we computed, if the call is signed.
 */
export type CallCheck = { isAllowed: false } | { isAllowed: true; signature: string | null };

/** Whether a call comes from someone who knows the secret. A signature is valid for a few minutes around its time. */
export function checkCall(
  check: 'secret' | 'signature',
  call: HookCall,
  { secret, now }: { secret: string; now: Date },
): CallCheck {
  if (check === 'secret')
    return call.secret !== null && isSame(call.secret, secret)
      ? { isAllowed: true, signature: null }
      : { isAllowed: false };
  const [, time = '', given = ''] = SIGNATURE.exec(call.signature ?? '') ?? [];
  if (given === '') return { isAllowed: false };
  const seconds = Number(time);
  const signature = signatureOf(secret, seconds, call.body);
  const isNear = Math.abs(now.getTime() - seconds * 1_000) <= HOOK_TOLERANCE_MS;
  return isSame(given, signature) && isNear ? { isAllowed: true, signature } : { isAllowed: false };
}
