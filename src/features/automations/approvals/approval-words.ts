import { AFTER_DEADLINE } from '#contract/automations/automation-texts.ts';
import { dayOfYearText, timeText } from '#contract/dates.ts';
import type { Approval } from '#src/domain/automations/automation.ts';
import { calendarDays, leftWords, whenWords } from '../times.ts';

/** An answer is urgent once less than this is left. */
const URGENT_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

const MISSED: Record<Approval['ifLate'], string> = {
  skip: 'Skipped',
  approve: 'Continued',
  refuse: 'Counted as refused',
};

/** By when an answer is needed, how much time is left, and what happens then. */
export function deadlineOf({ deadline, ifLate }: Pick<Approval, 'deadline' | 'ifLate'>, now: Date, zone?: string) {
  const leftMs = Date.parse(deadline) - now.getTime();
  const days = calendarDays(now, deadline, zone);
  const by =
    days === 0
      ? `${timeText(deadline, zone)} today`
      : days === 1
        ? `${timeText(deadline, zone)} tomorrow`
        : whenWords(deadline, now, zone);
  return {
    isUrgent: leftMs < URGENT_MS,
    by: leftMs <= 0 ? 'It’s too late to answer' : `Answer by ${by}`,
    then:
      leftMs > 0 && leftMs < DAY_MS
        ? `That’s in ${leftWords(leftMs)}. ${AFTER_DEADLINE[ifLate]}`
        : AFTER_DEADLINE[ifLate],
  };
}

/** How it was answered: `You approved it from the email, November 19`. */
export function answerLine(approval: Approval, zone?: string): string {
  const { status, answeredAt, answeredFrom, isEdited, reason, deadline, ifLate } = approval;
  const on = dayOfYearText(answeredAt ?? deadline, zone);
  const from = answeredFrom === 'email' ? ' from the email' : '';
  switch (status) {
    case 'approved':
      return `You ${isEdited ? 'changed and approved' : 'approved'} it${from}, ${on}`;
    case 'refused':
      return `You refused it${from}, ${on}.${reason === '' ? '' : ` “${reason}”`}`;
    case 'late':
      return `${MISSED[ifLate]}, no answer in time, ${on}`;
    case 'canceled':
      return `Its run ended, ${on}`;
    case 'waiting':
      return 'Waiting for you';
  }
}
