import { REHEARSAL_ANSWERS } from '#contract/automations/automation-limits.ts';
import { labelsOf } from '#contract/automations/available-values.ts';
import { withCallFields } from '#contract/automations/call-fields.ts';
import { monthYear } from '#contract/billing/limits.ts';
import type { Db } from '#db/client.ts';
import { findAutomationPage } from '#db/queries/automations/automations.ts';
import { getAutomationOwner } from '#db/queries/automations/automations-owner.ts';
import { findRehearsal, saveRehearsal, type RehearsalRow } from '#db/queries/automations/rehearsals.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Run } from '#server/jobs/run-job.ts';
import type { Log } from '#server/lib/log.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import { readingOf } from '../engine/reading.ts';
import { fieldsIn } from '../hooks/call-fields.ts';
import type { NextTimes } from '../manage/automation-reads.ts';
import { toDefinition, toOwner } from '../manage/automation-rows.ts';
import { createProblemFinder, type ListTemplates } from '../manage/problem-finder.ts';
import type { StepHandlers } from '../steps/step-handler.ts';
import { lastInputOf } from './last-values.ts';
import { createOccasions, type RunValues } from './occasions.ts';
import { readResult, type RehearsalResult } from './rehearsal-result.ts';
import { rehearseRun, type RehearsalOf } from './rehearse-run.ts';
import { createRoom } from './step-log.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  handlers: StepHandlers;
  runValues: RunValues;
  nextTimes: NextTimes;
  listTemplates: ListTemplates;
  log: Log;
};
type Payloads = Payload<'automation-rehearsal'>;

/** Rehearses an automation, run by run, and saves each, so that its owner can watch. Nothing else is changed. */
export function createRehearse({ db, clock, profile, handlers, log, ...dependencies }: Dependencies) {
  const findProblems = createProblemFinder(dependencies);
  const findOccasions = createOccasions({ db, ...dependencies });

  /** What is known before the first run; a rehearsal that was cut off resumes with the runs it has. */
  async function prepare({ userId, automationId }: Payloads, row: RehearsalRow) {
    const now = await clock.now();
    const page = await findAutomationPage(db, { userId, automationId }, now);
    if (!page) return null;
    const ownerRow = await getAutomationOwner(db, userId, monthYear(now));
    const owner = toOwner(ownerRow, await profile.accessOf(ownerRow));
    const definition = toDefinition(page.definition);
    const { timeZone } = owner;
    const lastInput = lastInputOf(page);
    const occasions = await findOccasions({ userId, definition, timeZone, lastInput, now: row.createdAt });
    const result: RehearsalResult = readResult(row.result) ?? {
      trigger: definition.trigger,
      timeZone,
      days: occasions.days,
      nextRunAt: occasions.nextRunAt?.toISOString() ?? null,
      plannedRuns: occasions.count,
      runs: [],
      answersWritten: 0,
      uses: [],
    };
    return { page, owner, definition, occasions, result };
  }

  return async (payload: Payloads, { signal, isLastTry }: Pick<Run, 'signal' | 'isLastTry'>): Promise<void> => {
    const { userId, automationId, rehearsalId: id } = payload;
    const key = { userId, automationId, id };
    const row = await findRehearsal(db, key);
    if (row?.id !== id || row.status !== 'running') return;
    let result: RehearsalResult | null = null;
    const end = async (status: 'done' | 'failed') =>
      saveRehearsal(db, key, { status, result, endedAt: await clock.now() });
    try {
      const prepared = await prepare(payload, row);
      if (!prepared) return void (await end('failed'));
      const { page, owner, definition, occasions } = prepared;
      result = prepared.result;
      const kept = result;
      const found = await findProblems(userId, definition, owner);
      const problems = new Map(found.map(({ stepId, text }) => [stepId, text]));
      const rehearsal: RehearsalOf = {
        userId,
        access: owner.access,
        timeZone: owner.timeZone,
        automation: { id: automationId, name: page.name },
        signal,
        steps: definition.steps,
        handlers,
        problemOf: (stepId) => problems.get(stepId) ?? null,
        labelOf: labelsOf(withCallFields(definition, fieldsIn(page.hookSample))),
        reading: readingOf(definition, owner.timeZone),
        takeAnswer: () => {
          if (kept.answersWritten >= REHEARSAL_ANSWERS) return false;
          kept.answersWritten += 1;
          return true;
        },
        onFailure: (err) => log.warn({ event: 'step not rehearsed', automationId, err }, 'step not rehearsed'),
      };
      const save = async () => saveRehearsal(db, key, { status: 'running', result: kept, endedAt: null });
      if (!(await save())) return;
      const room = createRoom();
      room.steps -= kept.runs.reduce((sum, { steps }) => sum + steps.length, 0);
      for (const planned of occasions.planned.slice(kept.runs.length)) {
        const before = kept.answersWritten;
        const values = await occasions.valuesOf(planned);
        const { run, uses } = await rehearseRun(rehearsal, { at: planned.at, about: planned.about, values }, room);
        kept.runs.push(run);
        kept.uses.push(uses);
        // Runs without an answer take no time that anyone would notice.
        const isSlow = kept.answersWritten > before;
        if (isSlow && !(await save())) return;
      }
      await end('done');
    } catch (error) {
      if (isLastTry) await end('failed');
      throw error;
    }
  };
}
