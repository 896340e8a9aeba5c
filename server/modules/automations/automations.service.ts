import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { setMinutesSavedSchema, setOnSchema } from '#contract/automations/automation-inputs.ts';
import { teammatesAsked } from '#contract/automations/derived.ts';
import { assistantById, canUseAssistant } from '#contract/chat/assistants.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import type { Db } from '#db/client.ts';
import { changeSettings, setMinutesSaved } from '#db/queries/automations/automations-changes.ts';
import { saveHook } from '#db/queries/automations/automations-hooks.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { AutomationTemplate } from '#server/content/automations/automation-template.ts';
import { AUTOMATION_SAMPLES } from '#server/content/automations/samples.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { AutomationDto, AutomationsOverview, AutomationTemplateDto, HookDto } from './automations.dto.ts';
import { createAutomationAnalytics } from './manage/automation-analytics.ts';
import { createAutomationReads, type NextTimes } from './manage/automation-reads.ts';
import type { ListTemplates } from './manage/problem-finder.ts';
import { createAutomationChanges } from './manage/change-automations.ts';
import type { HookAddresses } from './hooks/hook-addresses.ts';
import { letNextRunsIn } from './runs/line.ts';
import type { RunValues } from './steps/run-values.ts';
import { createAutomationSwitch } from './manage/switch-automations.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  usage: UsageService;
  hooks: HookAddresses;
  nextTimes: NextTimes;
  runValues: RunValues;
  listTemplates: ListTemplates;
};

function toTemplate({ definition, ...template }: AutomationTemplate, tier: Tier): AutomationTemplateDto {
  const locked = teammatesAsked(definition.steps).find((assistantId) => !canUseAssistant(tier, assistantId));
  return { ...template, lacks: locked ? assistantById(locked).name : null };
}

/** Automations as their owner sets them up. What they do when they run is the runs' own. */
export function createAutomationsService(dependencies: Dependencies) {
  const { db, clock, hooks } = dependencies;
  const templates = loadOnce(async () => (await import('#server/content/automations/index.ts')).AUTOMATION_TEMPLATES);
  const reads = createAutomationReads(dependencies);
  const switches = createAutomationSwitch({ ...dependencies, reads });
  const changes = createAutomationChanges({
    ...dependencies,
    reads,
    templates,
  });

  return {
    ...changes,
    get: reads.page,
    nextRuns: reads.nextRuns,
    chooseActive: switches.chooseActive,
    pauseOverLimit: switches.pauseOverLimit,
    analytics: createAutomationAnalytics({ db, clock, reads }),

    /** The list, with what the plan has room for. What it has no room for any more is turned off first. */
    overview: async (userId: UserId): Promise<AutomationsOverview> => {
      let { owner, row, now } = await reads.readOwner(userId);
      if (owner.usage.limit !== 'unlimited' && owner.usage.used > owner.usage.limit) {
        await switches.pauseOverLimit(userId);
        ({ owner, row, now } = await reads.readOwner(userId));
      }
      return {
        automations: await reads.list(userId, now),
        samples: row.hidesSamples ? [] : AUTOMATION_SAMPLES.map((sample) => ({ ...sample })),
        templates: (await templates()).map((template) => toTemplate(template, owner.tier)),
        usage: owner.usage,
        waitingApprovals: row.waitingApprovals,
        isEverythingPaused: row.pausedAt !== null,
      };
    },

    publish: async (userId: UserId, automationId: string): Promise<AutomationDto> => {
      await switches.publish(userId, automationId);
      return reads.one(userId, automationId);
    },

    setOn: async (userId: UserId, { automationId, isOn }: z.output<typeof setOnSchema>): Promise<AutomationDto> => {
      await switches.setOn(userId, automationId, isOn);
      return reads.one(userId, automationId);
    },

    hideSamples: (userId: UserId): Promise<void> => changeSettings(db, userId, { hides_samples: true }),

    /** Nothing of this person starts until it is undone. Then the runs that were held up continue. */
    pauseAll: async (userId: UserId, isPaused: boolean): Promise<void> => {
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        await changeSettings(trx, userId, { paused_at: isPaused ? now : null });
        await letNextRunsIn(trx, userId, now);
      });
    },

    setMinutesSaved: async (
      userId: UserId,
      { automationId, minutes }: z.output<typeof setMinutesSavedSchema>,
    ): Promise<void> => {
      if (!(await setMinutesSaved(db, { userId, automationId }, minutes))) throw new AppError('NOT_FOUND');
    },

    /** A new address and secret; what was there before no longer works. The secret is shown this once. */
    newHook: async (userId: UserId, automationId: string): Promise<HookDto & { secret: string }> => {
      const secret = randomBytes(32).toString('base64url');
      const saved = { hash: hooks.hashOf(secret), secret: hooks.seal(secret) };
      if (!(await saveHook(db, { userId, automationId }, saved))) throw new AppError('NOT_FOUND');
      return { url: hooks.urlOf(userId, secret), secret, sample: null, sampleAt: null };
    },
  };
}
export type AutomationsService = ReturnType<typeof createAutomationsService>;
