import type { z } from 'zod';
import type { startRehearsalSchema } from '#contract/automations/automation-inputs.ts';
import { findProblems } from '#contract/automations/find-problems.ts';
import { REHEARSALS_USED_UP } from '#contract/automations/rehearsal-texts.ts';
import { monthYear } from '#contract/billing/limits.ts';
import type { Db } from '#db/client.ts';
import { findDefinition } from '#db/queries/automations/automations.ts';
import { getAutomationOwner } from '#db/queries/automations/automations-owner.ts';
import { beginRehearsal, findRehearsal, type RehearsalRow } from '#db/queries/automations/rehearsals.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { QUEUES } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { RehearsalDto, RehearsalPage } from '../automations.dto.ts';
import { createDescriber } from '../describe/describe.ts';
import type { NextTimes } from '../manage/automation-reads.ts';
import { toDefinition, toOwner } from '../manage/automation-rows.ts';
import type { ListTemplates } from '../manage/problem-finder.ts';
import type { StepHandlers } from '../steps/step-handler.ts';
import type { RunValues } from './occasions.ts';
import { createRehearse } from './rehearse.ts';
import { readResult, usesOfAll } from './rehearsal-result.ts';
import { createTryStep } from './try-step.ts';
import { usedUp } from './used-up.ts';

const LIMIT = 'rehearsal:person';
/** One that has been running for longer than it and its repetition can take was lost with its process. */
const LOST_AFTER_MS = 3 * QUEUES['automation-rehearsal'].timeLimitMs;

/** Before the job has begun. */
const NOTHING_YET = {
  timeZone: 'UTC',
  days: [],
  nextRunAt: null,
  plannedRuns: 0,
  runs: [],
  answersWritten: 0,
  uses: [],
};

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  attempts: {
    count: (kind: typeof LIMIT | 'step-try:person' | 'automation-draft:person', subject: string) => Promise<void>;
    left: (kind: typeof LIMIT | 'step-try:person', subject: string) => Promise<number>;
    giveBack: (kind: typeof LIMIT, subject: string) => Promise<void>;
  };
  ask: ModelTasks;
  isModelEnabled: boolean;
  handlers: StepHandlers;
  runValues: RunValues;
  nextTimes: NextTimes;
  listTemplates: ListTemplates;
  jobs: Pick<Jobs, 'kick'>;
  log: Log;
};

/** What automations would do, without doing it: rehearsed, tried step by step, and drafted from a sentence. */
export function createRehearsals(dependencies: Dependencies) {
  const { db, clock, profile, attempts, jobs } = dependencies;

  /** Refuses what has no first step, or no time at which it starts. Problems of steps are part of the rehearsal. */
  async function refuseUnfinished(userId: UserId, definition: unknown): Promise<void> {
    const row = await getAutomationOwner(db, userId, monthYear(await clock.now()));
    const owner = toOwner(row, await profile.accessOf(row));
    const problem = findProblems(toDefinition(definition), owner).find(({ stepId }) => stepId === null);
    if (problem) throw new AppError('INVALID_INPUT', problem.text);
  }

  function toDto(row: RehearsalRow, draft: { revision: number; definition: unknown }, now: Date): RehearsalDto {
    const { trigger } = toDefinition(draft.definition);
    const { uses, ...result } = readResult(row.result) ?? { ...NOTHING_YET, trigger };
    const isLost = row.status === 'running' && now.getTime() - row.createdAt.getTime() > LOST_AFTER_MS;
    const of = {
      id: row.id,
      status: isLost ? 'failed' : row.status,
      version: row.version,
      isOutdated: row.revision !== draft.revision,
      createdAt: row.createdAt.toISOString(),
    } as const; // reason: the status is one of three
    return { ...of, ...result, ...usesOfAll(uses, result.plannedRuns) };
  }

  return {
    rehearse: createRehearse(dependencies),
    tryStep: createTryStep(dependencies),
    describe: createDescriber(dependencies),

    start: async (userId: UserId, { id, automationId }: z.output<typeof startRehearsalSchema>): Promise<void> => {
      const key = { userId, automationId };
      const draft = await findDefinition(db, key);
      if (!draft) throw new AppError('NOT_FOUND');
      if ((await findRehearsal(db, key))?.id === id) return;
      await refuseUnfinished(userId, draft.definition);
      await usedUp(attempts.count(LIMIT, userId), REHEARSALS_USED_UP);
      const now = await clock.now();
      const isNew = await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        const version = draft.draftVersion;
        if (!(await beginRehearsal(trx, { ...key, id, version, revision: draft.revision, now }))) return false;
        const payload = { ...key, rehearsalId: id };
        await schedule(trx, 'automation-rehearsal', { key: id, payload, dueAt: now });
        return true;
      });
      if (isNew) jobs.kick('automation-rehearsal');
      else await attempts.giveBack(LIMIT, userId);
    },

    find: async (userId: UserId, automationId: string): Promise<RehearsalPage> => {
      const key = { userId, automationId };
      const draft = await findDefinition(db, key);
      if (!draft) throw new AppError('NOT_FOUND');
      const row = await findRehearsal(db, key);
      return {
        rehearsal: row ? toDto(row, draft, await clock.now()) : null,
        left: await attempts.left(LIMIT, userId),
      };
    },
  };
}
export type RehearsalsService = ReturnType<typeof createRehearsals>;
