import type { z } from 'zod';
import type { answerApprovalSchema } from '#contract/automations/automation-inputs.ts';
import { APPROVAL_UNDO_MS } from '#contract/automations/run-states.ts';
import type { Db } from '#db/client.ts';
import {
  emailsApprovals,
  scheduleApprovalEmails,
  setEmailsApprovals,
} from '#db/queries/automations/approval-emails.ts';
import * as lists from '#db/queries/automations/approval-lists.ts';
import * as approvals from '#db/queries/automations/approvals.ts';
import { findApprovalOfLink } from '#db/queries/identity/email-links.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import { parseUserToken, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import { visibleText } from '#server/lib/text/visible-text.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { resumeRun } from '../runs/line.ts';
import type { ApprovalDto, Approvals } from '../automations.dto.ts';
import { createApprovalEmails } from './approval-emails.ts';
import { nextStepWords } from './next-step-words.ts';

const WAITING_MAX = 100;
const ANSWERED_MAX = 30;

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: Pick<MailGateway, 'send'>;
  budgets: Pick<Budgets, 'takeFor'>;
  /** Makes the secrets of links in emails. */
  hash: KeyedHash;
  publicUrl: string;
  /** Starts the jobs of runs that may continue. */
  kickRuns: () => void;
};
type Answer = Omit<z.output<typeof answerApprovalSchema>, 'approvalId'>;

const toDto = (row: lists.ListedApproval): ApprovalDto => ({
  id: row.id,
  title: row.title,
  body: row.editedBody ?? row.body,
  automationId: row.automationId,
  automationName: row.automationName,
  assistantId: row.assistantId,
  runId: row.runId,
  status: row.status,
  ifLate: row.ifLate,
  deadline: row.deadline.toISOString(),
  createdAt: row.createdAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  answeredFrom: row.answeredFrom,
  isEdited: row.editedBody !== null,
  reason: row.reason,
  then: nextStepWords(row.definition, row.stepKey),
});

/** The owner's own version; null if it is the one they were shown. */
function editedVersion(text: string | undefined, body: string): string | null {
  if (text === undefined) return null;
  const kept = visibleText(text).replaceAll(/\r\n?/g, '\n').trim();
  if (kept === '') throw new AppError('INVALID_INPUT', 'Please keep some of the text, or refuse it.');
  return kept === body ? null : kept;
}

/** What automations ask their owner to approve. An answer takes effect a few seconds later, so that it can be taken back. */
export function createApprovals(dependencies: Dependencies) {
  const { db, clock, kickRuns } = dependencies;

  /** `tokenHash` is the hash of the link's token; null for an answer in the app. */
  async function answerIt(
    userId: UserId,
    { id, body }: Pick<approvals.ApprovalRow, 'id' | 'body'>,
    { answer, text, reason = '' }: Answer,
    tokenHash: string | null,
  ): Promise<void> {
    const now = await clock.now();
    const isApproved = answer === 'approve';
    await inTransaction(db, async (trx) => {
      await holdPerson(trx, userId);
      if (tokenHash !== null && (await findApprovalOfLink(trx, { userId, tokenHash }, now)) !== id)
        throw new AppError('APPROVAL_LINK_INVALID');
      const runId = await approvals.answerApproval(trx, {
        userId,
        id,
        status: isApproved ? 'approved' : 'refused',
        editedBody: isApproved ? editedVersion(text, body) : null,
        reason: isApproved ? '' : visibleText(reason),
        answeredFrom: tokenHash === null ? 'app' : 'email',
        now,
        effectiveAt: new Date(now.getTime() + APPROVAL_UNDO_MS),
      });
      if (runId === undefined) {
        const known = await approvals.findApproval(trx, { userId, id });
        throw new AppError(
          known?.status === 'waiting' || known?.status === 'late' ? 'APPROVAL_LATE' : 'APPROVAL_ANSWERED',
        );
      }
      await approvals.markApprovalRead(trx, { userId, id }, now);
      await resumeRun(trx, userId, runId, now);
    });
    kickRuns();
  }

  async function findByToken(token: string) {
    const parsed = parseUserToken<UserId>(token);
    if (!parsed) throw new AppError('APPROVAL_LINK_INVALID');
    const { userId, hash: tokenHash } = parsed;
    const id = await findApprovalOfLink(db, { userId, tokenHash }, await clock.now());
    const found = id === undefined ? undefined : await lists.findListedApproval(db, { userId, id });
    if (!found) throw new AppError('APPROVAL_LINK_INVALID');
    return { userId, tokenHash, found };
  }

  return {
    list: async (userId: UserId): Promise<Approvals> => {
      const now = await clock.now();
      const waiting = await lists.listWaitingApprovals(db, { userId, now, limit: WAITING_MAX });
      const answered = await lists.listAnsweredApprovals(db, { userId, limit: ANSWERED_MAX });
      const emailsToo = await emailsApprovals(db, userId);
      return { waiting: waiting.map(toDto), answered: answered.map(toDto), emailsToo };
    },

    /** How many wait. */
    countWaiting: async (userId: UserId): Promise<number> => lists.countWaitingApprovals(db, userId, await clock.now()),

    answer: async (userId: UserId, { approvalId, ...answer }: z.output<typeof answerApprovalSchema>): Promise<void> => {
      const found = await approvals.findApproval(db, { userId, id: approvalId });
      if (!found) throw new AppError('NOT_FOUND');
      await answerIt(userId, found, answer, null);
    },

    takeBack: async (userId: UserId, approvalId: string): Promise<void> => {
      const key = { userId, id: approvalId };
      const now = await clock.now();
      const isTakenBack = await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        if (!(await approvals.takeBackAnswer(trx, key, now))) return false;
        // Its link may have ended while it was answered.
        await scheduleApprovalEmails(trx, userId, now);
        return true;
      });
      if (isTakenBack) return;
      const known = await approvals.findApproval(db, key);
      if (!known) throw new AppError('NOT_FOUND');
      // Taken back twice is taken back.
      if (known.status !== 'waiting') throw new AppError('APPROVAL_TAKEN');
    },

    setEmails: (userId: UserId, isOn: boolean): Promise<void> => setEmailsApprovals(db, userId, isOn),

    /** What the page of a link shows. */
    readLink: async (token: string) => {
      const { userId, found } = await findByToken(token);
      const { timeZone } = await getProfile(db, userId);
      const isOver = found.status === 'waiting' && found.deadline <= (await clock.now());
      return { approval: { ...toDto(found), status: isOver ? ('late' as const) : found.status }, timeZone };
    },

    /** Like `answer`, but for anyone who has the link. Changing the text requires signing in. */
    answerLink: async (token: string, answer: Pick<Answer, 'answer' | 'reason'>): Promise<void> => {
      const { userId, tokenHash, found } = await findByToken(token);
      await answerIt(userId, found, answer, tokenHash);
    },

    ...createApprovalEmails(dependencies),
  };
}
export type ApprovalsService = ReturnType<typeof createApprovals>;
