import { FAILURES_BEFORE_PAUSE } from '#contract/automations/automation-limits.ts';
import { quotedName } from '#contract/quoted-name.ts';
import type { Db } from '#db/client.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import type { UserId } from '#db/types.gen.ts';

export const runPath = (runId: string) => `/dashboard/power-ups/automations/runs/${runId}`;
const automationPath = (automationId: string) => `/dashboard/power-ups/automations/${automationId}`;

type About = { userId: UserId; automationId: string; name: string; now: Date };
type AboutRun = About & { runId: string; reason: string };

/** A run has failed. Trying it again and failing again is another notice. */
export const tellOfFailure = (
  trx: Db,
  { userId, automationId, runId, name, reason, now }: AboutRun,
): Promise<boolean> =>
  addNotice(trx, {
    userId,
    topic: 'run_failed',
    subject: `${runId} ${now.toISOString()}`,
    now,
    details: { title: `${quotedName(name)} couldn’t finish`, detail: reason, path: runPath(runId), automationId },
  });

/** A run is done, but not with all items of a list. Once a day for each automation. */
export const notifyItemsSkipped = (
  trx: Db,
  { userId, automationId, runId, name, reason, now }: AboutRun,
): Promise<boolean> =>
  addNotice(trx, {
    userId,
    topic: 'automation_notice',
    subject: `left out ${automationId} ${now.toISOString().slice(0, 10)}`,
    now,
    details: { title: `${quotedName(name)} didn’t get to every item`, detail: reason, path: runPath(runId) },
  });

/** A run needs its owner before it can continue. What stops several for the same time, such as used-up messages, is one notice. */
export const tellOfPause = (
  trx: Db,
  { userId, runId, name, reason, now, until }: AboutRun & { until: Date | null },
): Promise<boolean> =>
  addNotice(trx, {
    userId,
    topic: 'automation_paused',
    subject: until ? `until ${until.toISOString()}` : `${runId} ${now.toISOString()}`,
    now,
    details: { title: `${quotedName(name)} needs you`, detail: reason, path: runPath(runId) },
  });

/** Runs are waiting because this account has used up a budget. One notice for all of them, until it resets. */
export const tellOfBudget = (
  trx: Db,
  { userId, runId, name, reason, now, subject }: AboutRun & { subject: string },
): Promise<boolean> =>
  addNotice(trx, {
    userId,
    topic: 'automation_paused',
    subject: `budget ${subject}`,
    now,
    details: { title: `${quotedName(name)} is waiting`, detail: reason, path: runPath(runId) },
  });

/** An automation was turned off because its runs fail again and again. */
export const tellOfFailures = (trx: Db, { userId, automationId, name, now }: About): Promise<boolean> =>
  addNotice(trx, {
    userId,
    topic: 'automation_paused',
    subject: `failures ${automationId} ${now.toISOString()}`,
    now,
    details: {
      title: `${quotedName(name)} is paused`,
      detail: `Its last ${FAILURES_BEFORE_PAUSE} runs failed. Fix what went wrong, then turn it back on.`,
      path: automationPath(automationId),
    },
  });

/** An automation was turned off because its steps start it again. */
export const tellOfLoop = (trx: Db, { userId, automationId, name, now }: About): Promise<boolean> =>
  addNotice(trx, {
    userId,
    topic: 'automation_paused',
    subject: `loop ${automationId} ${now.toISOString()}`,
    now,
    details: {
      title: `${quotedName(name)} is paused`,
      detail: 'Its own steps kept starting it again. Change what starts it, then turn it back on.',
      path: automationPath(automationId),
    },
  });

/** An automation starts more often than it may. Once a day. */
export const tellOfCap = (trx: Db, { userId, automationId, name, now }: About, most: number): Promise<boolean> =>
  addNotice(trx, {
    userId,
    topic: 'automation_notice',
    subject: `cap ${automationId} ${now.toISOString().slice(0, 10)}`,
    now,
    details: {
      title: `${quotedName(name)} reached its limit`,
      detail: `At most ${most.toLocaleString('en-US')} runs start in 24 hours. Anything after that wasn’t run.`,
      path: automationPath(automationId),
    },
  });
