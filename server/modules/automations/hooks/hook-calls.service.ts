import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '#contract/billing/plans.ts';
import { HOOK_CALLS_PER_MINUTE } from '#contract/automations/automation-limits.ts';
import { rememberFields } from '#contract/automations/call-fields.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { Db } from '#db/client.ts';
import { findHook, findHookSample, saveHookSample, type HookRow } from '#db/queries/automations/automations-hooks.ts';
import { findChain, findRunOfOccasion } from '#db/queries/automations/new-runs.ts';
import { countAttempt, giveBackAttempt, takeAttempt } from '#db/queries/identity/attempts.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { parseUserToken, sha256, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import { boundValues } from '../runs/bound-values.ts';
import type { StartRun } from '../runs/start-run.ts';
import { checkCall, type HookCall } from './check-call.ts';
import type { HookAddresses } from './hook-addresses.ts';
import { callFields, fieldsIn } from './call-fields.ts';
import { hookSample, readHookBody } from './hook-values.ts';

const MINUTE_MS = 60_000;
/** The cap on runs is for the last 24 hours, so there may be room for a few more at any time. */
const OVER_CAP_SECONDS = 60 * 60;
/** Longer than any signature is valid. */
const REMEMBER_SIGNATURE_MS = 15 * MINUTE_MS;

/** An incoming webhook that exists, whose call has still to be checked. */
export type Hook = { userId: UserId; row: HookRow; check: 'secret' | 'signature'; secret: string };
type Dependencies = {
  db: Db;
  clock: Clock;
  hooks: HookAddresses;
  hash: KeyedHash;
  startRun: StartRun;
  jobs: Pick<Jobs, 'kick'>;
  profile: Pick<ProfileService, 'accessOf'>;
  budgets: Pick<Budgets, 'findFull'>;
};
/** What became of a call. `full`: its owner's runs have used up one of today's budgets. */
export type CallOutcome =
  | { kind: 'taken' | 'refused' | 'too_many' | 'unknown_encoding' | 'too_deep' | 'not_json' | 'not_form' }
  | { kind: 'full' | 'over_cap'; retryAfterSeconds: number };

const checkIn = (trigger: unknown) => {
  const known = trigger as Trigger | null; // reason: checked by triggerSchema before it was saved
  return known?.kind === 'webhook' ? known.check : null;
};

/** What calls of incoming webhooks do. */
export function createHookCalls({ db, clock, hooks, hash, startRun, jobs, profile, budgets }: Dependencies) {
  /** Counts a call that can start nothing, and returns whether there were too many in a minute. */
  async function isOver({ row }: Hook, now: Date): Promise<boolean> {
    const calls = await countAttempt(db, hash(`refused ${row.id}`), { windowMs: MINUTE_MS, now });
    return calls > HOOK_CALLS_PER_MINUTE;
  }

  /** If the owner's runs have used up one of today's budgets, when it resets; otherwise null. */
  async function fullUntil({ userId, row }: Hook, now: Date): Promise<Date | null> {
    const full = await budgets.findFull({ userId, access: await profile.accessOf(row) }, row.used, now);
    return full?.until ?? null;
  }

  const keyOfProof = (row: Hook['row'], proof: string | null) => hash(`${row.id} ${proof}`);

  /**
   * Takes a call's proof, and one of the calls of this minute. Only a new proof takes one: whoever recorded a call
   * could use all of them up with it.
   */
  async function takeOne(
    trx: Db,
    { row }: Hook,
    { proof, now }: { proof: string | null; now: Date },
  ): Promise<'new' | 'repeated' | 'too_many'> {
    const proofKey = keyOfProof(row, proof);
    const once = { max: 1, windowMs: REMEMBER_SIGNATURE_MS, now };
    if (proof !== null && !(await takeAttempt(trx, proofKey, once))) return 'repeated';
    const perMinute = { max: HOOK_CALLS_PER_MINUTE, windowMs: MINUTE_MS, now };
    if (await takeAttempt(trx, hash(`call ${row.id}`), perMinute)) return 'new';
    // So that it can be sent again a minute later.
    if (proof !== null) await giveBackAttempt(trx, proofKey);
    return 'too_many';
  }

  /**
   * The automations that led to a call. The header comes from outside, so it counts only if it names a run of the same owner that was active in
   * the last day. Only the services that a run called know its id, and the worst they can do with it is get one of the owner's automations
   * turned off as a loop.
   */
  async function chainOf(trx: Db, userId: UserId, runId: string | null, now: Date): Promise<string[]> {
    if (runId === null || !z.guid().safeParse(runId).success) return [];
    return (await findChain(trx, { userId, runId }, new Date(now.getTime() - DAY_MS))) ?? [];
  }

  return {
    /** The webhook at this address; null if there is none. */
    find: async (token: string): Promise<Hook | null> => {
      const parsed = parseUserToken<UserId>(token);
      const row = parsed && (await findHook(db, parsed, await clock.now()));
      if (!parsed || !row) return null;
      const secret = row.secret === null ? null : hooks.open(row.secret, `webhook of automation ${row.id}`);
      // While it is off, a call is captured for the draft.
      const check = (row.isOn ? checkIn(row.liveTrigger) : null) ?? checkIn(row.draftTrigger);
      return secret === null || check === null ? null : { userId: parsed.userId, row, check, secret };
    },

    /**
     * Starts at most one run for what the call is about, and keeps it as the sample. Calls that can start nothing are
     * counted apart, so that no one can keep those that can from getting through. If the owner's budgets leave no room
     * for its run, a call is refused: its sender can send it again, and here it would only wait and take up storage.
     */
    take: async (hook: Hook, call: HookCall): Promise<CallOutcome> => {
      const { userId, row, check, secret } = hook;
      const now = await clock.now();
      const checked = checkCall(check, call, { secret, now });
      if (!checked.isAllowed) return { kind: (await isOver(hook, now)) ? 'too_many' : 'refused' };
      const content = await readHookBody(call);
      if (typeof content === 'string') return { kind: (await isOver(hook, now)) ? 'too_many' : content };
      const input = boundValues(content);
      const isRun = row.isOn && checkIn(row.liveTrigger) !== null;
      // We remember the signature that we computed, never the one in the header, which can be spelled in several ways.
      // Signatures don't cover the Idempotency-Key, so anyone who recorded a call could replay it with another key.
      const proof = checked.signature === null ? null : `signed ${checked.signature}`;
      const occasion =
        call.idempotencyKey === null ? (proof ?? `sent ${randomUUID()}`) : `key ${sha256(call.idempotencyKey)}`;
      const key = { userId, automationId: row.id };
      const until = isRun ? await fullUntil(hook, now) : null;
      if (until && !(await findRunOfOccasion(db, key, occasion))) {
        if (await isOver(hook, now)) return { kind: 'too_many' };
        return { kind: 'full', retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000) };
      }
      const { outcome, started } = await inTransaction(db, async (trx) => {
        const taken = await takeOne(trx, hook, { proof, now });
        if (taken !== 'new') return { outcome: taken, started: null };
        await holdPerson(trx, userId);
        const chain = await chainOf(trx, userId, call.chain, now);
        const run = isRun
          ? await startRun(trx, { ...key, cause: 'webhook', occasion, input, chain, dueAt: now, now })
          : null;
        if (run?.kind === 'over_cap') {
          // It isn't acknowledged, so its sender keeps it and sends it again.
          if (proof !== null) await giveBackAttempt(trx, keyOfProof(row, proof));
          return { outcome: 'over_cap' as const, started: run }; // reason: one of the answers
        }
        // Other calls may have come in at the same time.
        const known = fieldsIn(await findHookSample(trx, key));
        const fields = rememberFields(known, callFields(input, new Set(known.map(({ name }) => name))));
        await saveHookSample(trx, key, { values: hookSample(input), fields, at: now.toISOString() });
        return { outcome: 'taken' as const, started: run }; // reason: one of the answers
      });
      if (started?.kind === 'started') jobs.kick('automation-run');
      if (outcome === 'over_cap') return { kind: 'over_cap', retryAfterSeconds: OVER_CAP_SECONDS };
      if (outcome === 'repeated') return { kind: (await isOver(hook, now)) ? 'too_many' : 'taken' };
      return { kind: outcome };
    },
  };
}
export type HookCallsService = ReturnType<typeof createHookCalls>;
