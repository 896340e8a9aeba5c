import { randomUUID } from 'node:crypto';
import { notReadyText } from '#contract/automations/automation-errors.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { eventOf } from '#contract/automations/derived.ts';
import { warningStart } from '#contract/billing/limits.ts';
import type { Db } from '#db/client.ts';
import { findDefinition } from '#db/queries/automations/automations.ts';
import * as queries from '#db/queries/automations/automations-switch.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { AutomationReads } from './automation-reads.ts';
import { toDefinition, type AutomationOwner } from './automation-rows.ts';
import { arm } from '../schedule/arm.ts';
import { pauseOverLimit, turnOff } from './turn-off.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  usage: Pick<UsageService, 'refuse'>;
  reads: AutomationReads;
};
type Ready = { automationId: string; trigger: Trigger; live: queries.Live; revision: number };

/** Automations are published, and turned on and off, by their owner or because the plan has no room for them. */
export function createAutomationSwitch({ db, clock, usage, reads }: Dependencies) {
  const refuse = ({ access }: AutomationOwner, used: number) => usage.refuse('automations', access, used);

  /** The draft, if nothing is wrong with it. */
  async function readReady(userId: UserId, automationId: string, owner: AutomationOwner): Promise<Ready> {
    const row = await findDefinition(db, { userId, automationId });
    if (!row) throw new AppError('NOT_FOUND');
    const definition = toDefinition(row.definition);
    const [problem] = await reads.problemsOf(userId, definition, owner);
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
      await arm(trx, { ...key, trigger, now });
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
        if (published.isOn) await arm(trx, { ...key, trigger, now });
      });
    },

    /** After a downgrade: these stay on, and all others that are on don't. */
    chooseActive: async (userId: UserId, automationIds: readonly string[]): Promise<void> => {
      const { owner, now } = await reads.readOwner(userId);
      const { limit } = owner.usage;
      const chosen = new Set(automationIds);
      if (limit !== 'unlimited' && chosen.size > limit) throw refuse(owner, chosen.size);
      const ready = new Map<string, Ready>();
      /** Returns those that must be turned on but haven't been read yet. If there are any, changes nothing. */
      const choose = (): Promise<string[]> =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          const counted = await queries.listCounted(trx, userId);
          const isOn = new Map(counted.map((one) => [one.automationId, one.isOn]));
          const unread = [...chosen].filter((id) => isOn.get(id) !== true && !ready.has(id));
          if (unread.length > 0) {
            if (unread.some((id) => !isOn.has(id))) throw new AppError('NOT_FOUND');
            return unread;
          }
          const others = counted.flatMap((one) =>
            one.isOn && !chosen.has(one.automationId) ? [one.automationId] : [],
          );
          await turnOff(trx, { userId, automationIds: others, reason: 'plan', now });
          for (const one of ready.values()) await turnOn(trx, userId, one, { owner, now });
          return [];
        });
      for (let unread = await choose(); unread.length > 0; unread = await choose())
        for (const id of unread) ready.set(id, await readReady(userId, id, owner));
    },

    /** Turns off what the plan has no room for anymore. */
    pauseOverLimit: async (userId: UserId): Promise<void> => {
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        await pauseOverLimit(trx, userId, now);
      });
    },
  };
}
