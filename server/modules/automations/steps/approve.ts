import { MISSED_DEADLINE } from '#contract/automations/automation-texts.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { DEADLINE_CHOICES } from '#contract/automations/steps/approve.ts';
import { fullMomentText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { emailsApprovals } from '#db/queries/automations/approval-emails.ts';
import * as approvals from '#db/queries/automations/approvals.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { uuid8Of } from '#server/lib/crypto/secrets.ts';
import { readTime } from '../describe/read-trigger.ts';
import { nextTime } from './next-time.ts';
import { plainLine, plainText } from './plain-values.ts';
import {
  StepError,
  wouldFail,
  type Rehearsed,
  type RehearsalContext,
  type StepContext,
  type StepHandler,
  type StepOutcome,
} from './step-handler.ts';
import { draftLine, draftText, type StepTraits } from './step-traits.ts';

type Approve = StepOf<'approve'>;
const TITLE_MAX = 300;
const EMPTY = 'There was nothing to approve: the text was empty.';
const WAITING = 'Waiting for your approval';
const CHANGED = 'The answer was just taken back.';
const CANCELED = 'The run was canceled.';

/** The deadline of an approval if the sentence names none. */
const USUAL_HOURS = 24;
const HOUR_MINUTES = 60;
const DEADLINE_MAX_HOURS = 24 * 30;

function readDeadline(minutes: number, time: string): Approve['deadline'] {
  const at = readTime(time);
  if (at) return { kind: 'time', time: at };
  const hours = Math.round(minutes / HOUR_MINUTES);
  return { kind: 'hours', hours: hours > 0 ? Math.min(hours, DEADLINE_MAX_HOURS) : USUAL_HOURS };
}

export const approveTraits: StepTraits<Approve> = {
  read: (loose, id) => ({
    kind: 'approve',
    id,
    title: draftLine(loose.subject),
    text: draftText(loose.text),
    deadline: readDeadline(loose.minutes, loose.time),
    ifLate: DEADLINE_CHOICES.find((choice) => choice === loose.if_late) ?? 'skip',
  }),
  write: ({ title, text, deadline, ifLate }) => ({
    subject: title,
    text,
    ...(deadline.kind === 'time' ? { time: deadline.time } : { minutes: deadline.hours * HOUR_MINUTES }),
    if_late: ifLate,
  }),
  next: () => 'you’re asked for one more approval',
  uses: 'approvals',
  waitsForOwner: true,
};

/** The owner approves, edits or refuses a text. */
export function createApproveStep({ db }: { db: Db }): StepHandler<Approve> {
  const deadlineOf = ({ deadline }: Approve, { now, timeZone }: Pick<StepContext, 'now' | 'timeZone'>): Date =>
    deadline.kind === 'hours'
      ? new Date(now.getTime() + deadline.hours * 60 * 60_000)
      : nextTime(now, deadline.time, timeZone);
  const write = (step: Approve, { fill, automation }: StepContext | RehearsalContext) => ({
    title: plainLine(fill(step.title), TITLE_MAX) || automation.name,
    text: plainText(fill(step.text)),
  });

  async function ask(step: Approve, context: StepContext): Promise<StepOutcome> {
    const { userId, run, key, automation, now } = context;
    const { title, text } = write(step, context);
    if (text === '') throw new StepError(EMPTY);
    const id = uuid8Of(`approval ${context.effectId}`);
    const deadline = deadlineOf(step, context);
    return {
      kind: 'waits',
      input: { title, text },
      until: deadline,
      reason: WAITING,
      inTransaction: async (trx) => {
        await context.take('bell_lines', trx);
        await context.take('approvals', trx);
        const asked = { userId, id, runId: run.id, stepKey: key, title, body: text, deadline, now };
        await approvals.addApproval(trx, { ...asked, ifLate: step.ifLate });
        const details = { title, automation: automation.name };
        await addNotice(trx, { userId, topic: 'approval', subject: id, details, now });
        if (await emailsApprovals(trx, userId))
          await schedule(trx, 'approval-email', {
            key: `${id} 0`,
            payload: { userId, approvalId: id, linkNumber: 0 },
            dueAt: now,
          });
      },
    };
  }

  /** What an answer, or that there is none, means for the run. */
  function outcomeOf(known: approvals.ApprovalRow, { userId, now }: StepContext): StepOutcome {
    const { id, title, body, editedBody, status, ifLate, effectiveAt, deadline, reason } = known;
    const input = { title, text: body };
    const done = { kind: 'done' as const, input, output: { text: editedBody ?? body } };
    const isYetToCome = effectiveAt !== null && effectiveAt > now;
    const inTransaction = async (trx: Db) => {
      if (!(await approvals.carryOutAnswer(trx, { userId, id, effectiveAt })))
        throw new StepError(CHANGED, { isTemporary: true });
    };
    switch (status) {
      case 'waiting':
        return { kind: 'waits', input, until: deadline, reason: WAITING };
      case 'approved':
        return isYetToCome
          ? { kind: 'waits', input, until: effectiveAt, reason: 'You approved it' }
          : { ...done, inTransaction };
      case 'refused': {
        const sentence = reason === '' ? 'You refused it.' : `You refused it: “${reason}”`;
        return isYetToCome
          ? { kind: 'waits', input, until: effectiveAt, reason: sentence }
          : { kind: 'ends', status: 'stopped', input, reason: sentence, inTransaction };
      }
      case 'late':
        if (ifLate === 'approve') return done;
        return {
          kind: 'ends',
          status: ifLate === 'skip' ? 'skipped' : 'stopped',
          input,
          reason: MISSED_DEADLINE[ifLate],
        };
      case 'canceled':
        return { kind: 'ends', status: 'stopped', input, reason: CANCELED };
    }
  }

  return {
    effect: 'inside',
    timeLimitMs: 10_000,

    run: async (step, context) => {
      const { userId, run, now } = context;
      const ofStep = { userId, runId: run.id, stepKey: context.key };
      const asked = await approvals.findApprovalOfStep(db, ofStep);
      if (!asked) return ask(step, context);
      if (asked.status !== 'waiting' || asked.deadline > now) return outcomeOf(asked, context);
      // An answer that arrives right now either got in first, or comes too late.
      await approvals.markApprovalLate(db, { userId, id: asked.id }, now);
      await approvals.markApprovalRead(db, { userId, id: asked.id }, now);
      return outcomeOf((await approvals.findApproval(db, { userId, id: asked.id })) ?? asked, context);
    },

    rehearse: async (step, context): Promise<Rehearsed> => {
      const { title, text } = write(step, context);
      if (text === '') return wouldFail(EMPTY);
      const late = {
        skip: 'Without an answer, the run would be skipped.',
        approve: 'Without an answer, it would continue.',
        refuse: 'Without an answer, it would count as refused.',
      }[step.ifLate];
      const deadline = fullMomentText(deadlineOf(step, context), context.timeZone);
      const sentence = `You would be asked to approve “${title}”, by ${deadline}. ${late}`;
      return { outcome: 'would', text: sentence, body: text, output: { text } };
    },
  };
}
