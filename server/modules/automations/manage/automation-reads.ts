import { RUN_DAYS } from '#contract/automations/automation-limits.ts';
import type { Problem } from '#contract/automations/find-problems.ts';
import { withCallFields } from '#contract/automations/call-fields.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { monthYear } from '#contract/billing/limits.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { Db } from '#db/client.ts';
import * as queries from '#db/queries/automations/automations.ts';
import { getAutomationOwner } from '#db/queries/automations/automations-owner.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { AutomationDto, AutomationPage, HookDto } from '../automations.dto.ts';
import { scheduleProblems } from '../schedule/next-runs.ts';
import type { RunValues } from '../steps/run-values.ts';
import { samplesOf, toAutomation, toDefinition, toOwner, type AutomationOwner } from './automation-rows.ts';
import { createProblemFinder, type ListTemplates } from './problem-finder.ts';
import { fieldsIn } from '../hooks/call-fields.ts';
import type { HookAddresses } from '../hooks/hook-addresses.ts';

const NEXT_RUNS = 5;

/** When schedules are due, as the engine computes it: the first `count` times after `after`. */
export type NextTimes = (trigger: Trigger, after: Date, count: number) => Date[];
type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  nextTimes: NextTimes;
  hooks: HookAddresses;
  runValues: RunValues;
  listTemplates: ListTemplates;
};
/** What every run has, as far as it has to be looked up. */
const LOOKED_UP: ReadonlySet<string> = new Set(['run.yesterdays_chats', 'run.next_date']);

/** What screens show of automations, and what changing them depends on. */
export function createAutomationReads(dependencies: Dependencies) {
  const { db, clock, profile, nextTimes, hooks, runValues } = dependencies;
  const findProblems = createProblemFinder(dependencies);
  const countedSince = (now: Date) => new Date(now.getTime() - RUN_DAYS * DAY_MS);

  async function readOwner(userId: UserId) {
    const now = await clock.now();
    const row = await getAutomationOwner(db, userId, monthYear(now));
    return { now, row, owner: toOwner(row, await profile.accessOf(row)) };
  }

  async function problemsOf(userId: UserId, definition: Definition, owner: AutomationOwner): Promise<Problem[]> {
    const problems = await findProblems(userId, definition, owner);
    return problems.some(({ stepId }) => stepId === null) ? problems : [...scheduleProblems(definition), ...problems];
  }

  async function nextRuns(trigger: Trigger): Promise<string[]> {
    return nextTimes(trigger, await clock.now(), NEXT_RUNS).map((at) => at.toISOString());
  }

  function toHook(userId: UserId, row: queries.AutomationPageRow): HookDto | null {
    const secret = row.hookSecret === null ? null : hooks.open(row.hookSecret, `webhook of automation ${row.id}`);
    if (secret === null) return null;
    const { values = null, at = null } = (row.hookSample ?? {}) as { values?: HookDto['sample']; at?: string }; // reason: the only form it is saved in
    return { url: hooks.urlOf(userId, secret), sample: values, sampleAt: at };
  }

  return {
    countedSince,
    readOwner,
    nextRuns,
    problemsOf,

    list: async (userId: UserId, now: Date): Promise<AutomationDto[]> =>
      (await queries.listAutomations(db, userId, countedSince(now))).map(toAutomation),

    one: async (userId: UserId, automationId: string): Promise<AutomationDto> => {
      const row = await queries.findAutomation(db, { userId, automationId }, countedSince(await clock.now()));
      if (!row) throw new AppError('NOT_FOUND');
      return toAutomation(row);
    },

    page: async (userId: UserId, automationId: string): Promise<AutomationPage> => {
      const { owner, now } = await readOwner(userId);
      const row = await queries.findAutomationPage(db, { userId, automationId }, countedSince(now));
      if (!row) throw new AppError('NOT_FOUND');
      const definition = withCallFields(toDefinition(row.definition), fieldsIn(row.hookSample));
      const hook = toHook(userId, row);
      return {
        automation: toAutomation(row),
        definition,
        revision: row.revision,
        version: row.draftVersion,
        liveVersion: row.liveVersion,
        versions: row.versions.map(({ createdAt, publishedAt, ...version }) => ({
          ...version,
          createdAt: new Date(createdAt).toISOString(),
          publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
        })),
        problems: await problemsOf(userId, definition, owner),
        nextRuns: await nextRuns(definition.trigger),
        samples: samplesOf(row, {
          trigger: (definition.trigger.kind === 'webhook' && hook?.sample) || {},
          // A run that started now would have these.
          run: await runValues({ userId, timeZone: owner.timeZone, startedAt: now }, LOOKED_UP),
        }),
        hook,
        recipients: owner.recipients,
        ownerEmail: owner.email,
        minutesSaved: row.minutesSaved,
        usage: owner.usage,
        messages: owner.messages,
      };
    },
  };
}
export type AutomationReads = ReturnType<typeof createAutomationReads>;
