import { parseEmail } from '#contract/account/email-address.ts';
import { IN_BELL } from '#contract/automations/automation-texts.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import type { Db } from '#db/client.ts';
import { isConfirmedRecipient } from '#db/queries/automations/recipients.ts';
import { addNotice, findRecipient } from '#db/queries/notices/notices.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { automationEmail, ownAutomationEmail } from '#server/content/emails/automation-emails.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import { isCertainlyUnsent, isRefusedForGood } from '#server/lib/email/mail-refusal.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { BudgetUsedUpError } from '#server/lib/budget-used-up.ts';
import type { RecipientLinks } from '../recipients/recipient-links.ts';
import { runPath } from '../runs/run-notices.ts';
import { plainLine, plainText } from './plain-values.ts';
import {
  ClaimLostError,
  StepError,
  wouldFail,
  type RehearsalContext,
  type StepContext,
  type StepHandler,
  type StepOutcome,
} from './step-handler.ts';
import { draftLine, draftText, type StepTraits } from './step-traits.ts';

type Email = StepOf<'email'>;
type Dependencies = {
  db: Db;
  mail: Pick<MailGateway, 'send'>;
  links: Pick<RecipientLinks, 'stopLinks'>;
  publicUrl: string;
};

const OWNER_UNCONFIRMED = 'Your own address isn’t confirmed, so nothing was sent.';
const notConfirmed = (to: string) => `${to} hasn’t agreed to get these emails, so nothing was sent.`;
const refused = (to: string) => `The mail server of ${to} doesn’t know this address, so nothing was sent.`;
const refusedEmail = (to: string) => `The mail server didn’t accept this email to ${to}.`;
const NOT_SENT = 'We couldn’t reach the mail server, so the email wasn’t sent.';
const MAY_BE_SENT = 'The mail server didn’t say whether it has the email, so it may or may not have been sent.';
const EMPTY = 'The email would have been empty, so it wasn’t sent.';

/** Why an email wasn't sent, or may not have been. */
function failureOf(error: unknown, to: string): unknown {
  if (error instanceof StepError || error instanceof ClaimLostError) return error;
  if (error instanceof AppError && error.code === 'MAILBOX_REFUSED') return new StepError(refused(to));
  if (isRefusedForGood(error)) return new StepError(refusedEmail(to));
  if (isCertainlyUnsent(error)) return new StepError(NOT_SENT, { isTemporary: true });
  return new StepError(MAY_BE_SENT, { isUnknown: true });
}

const ADDRESS_MAX = 254;

function readAddress(to: string, notes: string[]): string {
  const address = to.trim().slice(0, ADDRESS_MAX);
  if (address === '' || address === 'me') return 'me';
  if (parseEmail(address) !== undefined) return address;
  notes.push(`“${address}” isn’t an email address, so the email goes to you.`);
  return 'me';
}

export const emailTraits: StepTraits<Email> = {
  read: ({ to, subject, text }, id, { notes }) => ({
    kind: 'email',
    id,
    to: readAddress(to, notes),
    subject: draftLine(subject),
    body: draftText(text),
  }),
  write: ({ to, subject, body }) => ({ to, subject, text: body }),
  next: ({ to }) => `an email goes to ${to === 'me' ? 'you' : to}`,
  uses: 'emails',
};

/** An email to the owner, or to an address whose reader has agreed. */
export function createEmailStep({ db, mail, links, publicUrl }: Dependencies): StepHandler<Email> {
  function write(step: Email, { fill, automation }: StepContext | RehearsalContext) {
    return { subject: plainLine(fill(step.subject)) || automation.name, body: plainText(fill(step.body)) };
  }

  async function prepare(step: Email, context: StepContext): Promise<OutgoingEmail & { isOwn: boolean }> {
    const { userId, automation } = context;
    const written = write(step, context);
    if (written.body === '') throw new StepError(EMPTY);
    const owner = await findRecipient(db, userId);
    if (!owner) throw new StepError(OWNER_UNCONFIRMED);
    const to = step.to.toLowerCase();
    if (to === 'me' || to === owner.emailTo.toLowerCase()) {
      const url = `${publicUrl}/dashboard/power-ups/automations/${automation.id}`;
      const own = ownAutomationEmail(owner.emailTo, { ...written, automation: { name: automation.name, url } });
      return { ...own, isOwn: true };
    }
    if (!(await isConfirmedRecipient(db, { userId, email: to }))) throw new StepError(notConfirmed(to));
    const { businessName, fullName } = await getProfile(db, userId);
    const sender = { name: plainLine(businessName || fullName) || owner.emailTo, address: owner.emailTo };
    return { ...automationEmail(to, written, { sender, stop: links.stopLinks(userId, to) }), isOwn: false };
  }

  /** Past the day's limit, an email to the owner becomes a notice in the bell, and the daily email lists it. */
  async function inBell(
    { subject, body }: { subject: string; body: string },
    context: StepContext,
  ): Promise<StepOutcome> {
    await context.take('bell_lines');
    const { userId, automation, run, effectId, now } = context;
    const details = { title: subject, detail: automation.name, path: runPath(run.id), automation: automation.name };
    return {
      kind: 'done',
      input: { to: IN_BELL, subject, body },
      output: {},
      inTransaction: async (trx) => {
        await addNotice(trx, { userId, topic: 'automation_notice', subject: effectId, details, now });
      },
    };
  }

  return {
    effect: 'outside',
    timeLimitMs: 60_000,

    run: async (step, context) => {
      const { isOwn, ...email } = await prepare(step, context);
      const { to, subject } = email;
      const budget = isOwn ? 'owner_emails' : 'emails_to_others';
      const body = write(step, context).body;
      try {
        await context.take(budget);
      } catch (error) {
        if (isOwn && error instanceof BudgetUsedUpError) return inBell({ subject, body }, context);
        throw error;
      }
      try {
        await mail.send({ ...email, id: `automation ${context.effectId}`, isSentOnce: true }, context.beforeCall);
      } catch (error) {
        const failed = failureOf(error, to);
        const isUnsent = !(failed instanceof StepError && failed.isUnknown);
        // What is said is why it wasn't sent, even if the database is what is away.
        if (isUnsent) await context.giveBack(budget).catch(() => undefined);
        throw failed;
      }
      return { kind: 'done', input: { to, subject, body }, output: {}, emails: 1 };
    },

    rehearse: async (step, context) => {
      const { subject, body } = write(step, context);
      if (body === '') return wouldFail(EMPTY);
      const to = step.to.toLowerCase();
      const owner = await findRecipient(db, context.userId);
      const isOwn = to === 'me' || to === owner?.emailTo.toLowerCase();
      if (!isOwn && !(await isConfirmedRecipient(db, { userId: context.userId, email: to })))
        return {
          outcome: 'stops',
          text: `It would fail: ${to} hasn’t agreed to get these emails.`,
          body: null,
          output: {},
        };
      const text = `An email with the subject “${subject}” would be sent to ${isOwn ? 'you' : to}.`;
      return { outcome: 'would', text, body, output: {} };
    },
  };
}
