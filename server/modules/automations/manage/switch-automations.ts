import { randomUUID } from 'node:crypto';
import { notReadyText } from '#contract/automations/automation-errors.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { eventOf } from '#contract/automations/derived.ts';
import { warningStart } from '#contract/billing/limits.ts';
import type { Db } from '#db/client.ts';
import { findDefinition } from '#db/queries/automations/automations.ts';
import * as queries from '#db/queries/automations/automations-switch.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import { releaseUses } from '#db/queries/usage/usage-receipts.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { AutomationReads } from './automation-reads.ts';
import { toDefinition, type AutomationOwner } from './automation-rows.ts';
import { overLimitNotice } from './over-limit-notice.ts';

/** What keeps the schedules of automations that are on. Both run in the transaction that turns one on or off. */
export type Schedules = {
  /** In place of the schedule that it had, if any. Triggers without a schedule have none. */
  arm: (trx: Db, armed: { userId: UserId; automationId: string; trigger: Trigger; now: Date }) => Promise<void>;
  disarm: (trx: Db, automationId: string) => Promise<void>;
};
type Dependencies = {
  db: Db;
  clock: Clock;
  usage: Pick<UsageService, 'refuse'>;
  reads: AutomationReads;
  schedules: Schedules;
};
type Ready = { automationId: string; trigger: Trigger; live: queries.Live; revision: number };
type Off = { userId: UserId; automationIds: readonly string[]; reason: 'plan' | 'failures' | 'loop' | null; now: Date };

/** Automations are published, and turned on and off, by their owner or because the plan has no room for them. */
export function createAutomationSwitch({ db, clock, usage, reads, schedules }: Dependencies) {
  const refuse = ({ access }: AutomationOwner, used: number) => usage.refuse('automations', access, used);

  /** Turns off those that are on, and returns what they used of the plan. The person is locked. */
  async function turnOff(trx: Db, { userId, automationIds, reason, now }: Off): Promise<string[]> {
    const turnedOff = await queries.turnOff(trx, { userId, automationIds }, reason);
    if (turnedOff.length === 0) return [];
    const ids = turnedOff.map(({ receiptId }) => receiptId);
    await releaseUses(trx, { userId, ids }, now);
    for (const { automationId } of turnedOff) await schedules.disarm(trx, automationId);
    return turnedOff.map(({ automationId }) => automationId);
  }

  /** The draft, if nothing is wrong with it. */
  async function readReady(userId: UserId, automationId: string, owner: AutomationOwner): Promise<Ready> {
    const row = await findDefinition(db, { userId, automationId });
    if (!row) throw new AppError('NOT_FOUND');
    const definition = toDefinition(row.definition);
    const [problem] = reads.problemsOf(definition, owner);
    if (problem) throw new AppError('AUTOMATION_NOT_READY', notReadyText(problem.text));
    const { trigger } = definition;
    const live = { triggerKind: trigger.kind, listensTo: eventOf(trigger) };
    return { automationId, trigger, live, revision: row.revision };
  }

  /** Turns one on, if it isn't, and counts it. The person is locked. */
  async function turnOn(trx: Db, userId: UserId, ready: Ready, { owner, now }: { owner: AutomationOwner; now: Date }) {
    const { limit } = owner.usage;
    const bounds = { limit: limit === 'unlimited' ? null : limit, warnAt: warningStart(limit) };
    const { automationId, trigger, live, revision } = ready;
    const key = { userId, automationId };
    const used = await queries.turnOn(trx, { ...key, id: randomUUID(), live, revision, now, ...bounds });
    if (used !== undefined) {
      await schedules.arm(trx, { ...key, trigger, now });
      return;
    }
    const found = await queries.findSwitch(trx, key);
    if (!found) throw new AppError('NOT_FOUND');
    if (found.isOn) return;
    if (found.revision !== revision) throw new AppError('AUTOMATION_CHANGED');
    throw refuse(owner, Math.max(owner.usage.used, limit === 'unlimited' ? 0 : limit));
  }

  async function setOn(userId: UserId, automationId: string): Promise<void> {
    const { owner, now } = await reads.readOwner(userId);
    const ready = await readReady(userId, automationId, owner);
    await inTransaction(db, async (trx) => {
      await holdPerson(trx, userId);
      await turnOn(trx, userId, ready, { owner, now });
    });
  }

  async function setOff(userId: UserId, automationId: string): Promise<void> {
    const now = await clock.now();
    await inTransaction(db, async (trx) => {
      await holdPerson(trx, userId);
      await turnOff(trx, { userId, automationIds: [automationId], reason: null, now });
      await queries.clearPauseReason(trx, { userId, automationId });
    });
  }

  return {
    turnOff,

    setOn: (userId: UserId, automationId: string, isOn: boolean): Promise<void> =>
      isOn ? setOn(userId, automationId) : setOff(userId, automationId),

    /** The draft is what runs from now on. */
    publish: async (userId: UserId, automationId: string): Promise<void> => {
      const { owner, now } = await reads.readOwner(userId);
      const { trigger, live, revision } = await readReady(userId, automationId, owner);
      const key = { userId, automationId };
      await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        const published = await queries.publishDraft(trx, key, { live, revision, now });
        if (!published) throw new AppError('AUTOMATION_CHANGED');
        if (published.isOn) await schedules.arm(trx, { ...key, trigger, now });
      });
    },

    /** After a downgrade: these stay on, and all others that are on don't. */
    chooseActive: async (userId: UserId, automationIds: readonly string[]): Promise<void> => {
      const { owner, now } = await reads.readOwner(userId);
      const { limit } = owner.usage;
      const chosen = new Set(automationIds.map((id) => id.toLowerCase()));
      if (limit !== 'unlimited' && chosen.size > limit) throw refuse(owner, chosen.size);
      const before = await queries.listCounted(db, userId);
      const known = new Map(before.map((one) => [one.automationId, one]));
      if ([...chosen].some((id) => !known.has(id))) throw new AppError('NOT_FOUND');
      const added: Ready[] = [];
      for (const id of chosen) if (known.get(id)?.isOn === false) added.push(await readReady(userId, id, owner));
      await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        const counted = await queries.listCounted(trx, userId);
        const others = counted.flatMap((one) => (one.isOn && !chosen.has(one.automationId) ? [one.automationId] : []));
        await turnOff(trx, { userId, automationIds: others, reason: 'plan', now });
        for (const ready of added) await turnOn(trx, userId, ready, { owner, now });
      });
    },

    /** Turns off the newest of those that the plan has no room for, and tells their owner, who can choose others. */
    pauseOverLimit: async (userId: UserId): Promise<void> => {
      const { owner, now } = await reads.readOwner(userId);
      const { used, limit } = owner.usage;
      if (limit === 'unlimited' || used <= limit) return;
      await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        const active = (await queries.listCounted(trx, userId)).filter(({ isOn }) => isOn);
        const automationIds = active.slice(limit).map(({ automationId }) => automationId);
        const paused = await turnOff(trx, { userId, automationIds, reason: 'plan', now });
        if (paused.length > 0) await addNotice(trx, overLimitNotice({ userId, owner, paused: paused.length, now }));
      });
    },
  };
}
