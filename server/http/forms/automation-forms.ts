import { Hono, type Context } from 'hono';
import { answerLinkSchema } from '#contract/automations/automation-inputs.ts';
import { APPROVAL_REASON_MAX } from '#contract/automations/automation-limits.ts';
import { AFTER_DEADLINE, MISSED_DEADLINE } from '#contract/automations/automation-texts.ts';
import { fullMomentText, momentText } from '#contract/dates.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import { oneLine, quotedName } from '#contract/quoted-name.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { Container } from '#server/container.ts';
import { AppError } from '#server/lib/app-error.ts';
import { senderForStrangers } from '#server/lib/text/sender-for-strangers.ts';
import type { SecurityVariables } from '../pages/security-headers.ts';
import { answerPage, type PlainPage } from './plain-page.ts';

const TOKEN_MAX = 200;
const APPROVALS = '/dashboard/power-ups/automations/approvals';
const ALL_APPROVALS = { href: APPROVALS, label: 'See all approvals' };
const HOME = { href: '/', label: PRODUCT_NAME };

type Approval = Awaited<ReturnType<Container['services']['approvals']['readLink']>>;

/** What was decided, for a link that is used again. */
function decided({ approval, timeZone }: Approval): string {
  const { status, answeredAt, answeredFrom, isEdited, ifLate } = approval;
  if (status === 'late') return MISSED_DEADLINE[ifLate];
  if (status === 'canceled') return 'The run that asked was canceled, so there’s nothing left to decide.';
  const verb = status === 'approved' ? (isEdited ? 'changed this and approved it' : 'approved this') : 'refused this';
  const where = answeredFrom === 'email' ? 'from the email' : `in ${PRODUCT_NAME}`;
  return `You ${verb} ${where}${answeredAt === null ? '' : ` on ${momentText(answeredAt, timeZone)}`}.`;
}

function approvalPage(shown: Approval, token: string): PlainPage {
  const { approval, timeZone } = shown;
  const { body, automationName, deadline, ifLate, then, status } = approval;
  const title = oneLine(approval.title);
  if (status !== 'waiting') return { title, lines: [decided(shown)], quote: body, link: ALL_APPROVALS };
  const form = { action: '/automations/approval', fields: { token } };
  return {
    title,
    lines: [`Your automation ${quotedName(automationName)} wrote this and is waiting for your answer.`],
    quote: body,
    // Two forms, because pressing Enter in the text field of a form with both buttons would approve.
    forms: [
      { ...form, button: { label: 'Approve', value: 'approve' } },
      {
        ...form,
        line: { name: 'reason', label: 'Why not? (optional)', max: APPROVAL_REASON_MAX },
        button: { label: 'Refuse', value: 'refuse' },
      },
    ],
    notes: [
      `Answer by ${fullMomentText(deadline, timeZone)}. ${AFTER_DEADLINE[ifLate]}`,
      ...(then === '' ? [] : [then]),
    ],
    link: { href: APPROVALS, label: 'Change the text first, or see all approvals' },
  };
}

/**
 * The pages of links in the emails of automations, for browsers without JavaScript and people without an account. Opening one changes nothing,
 * because programs open every link in an email; only pressing a button does.
 */
export function automationForms({ services, log }: Pick<Container, 'services' | 'log'>) {
  const app = new Hono<{ Variables: SecurityVariables }>();
  type PageContext = Context<{ Variables: SecurityVariables }>;
  const tokenOf = (token: string | undefined) => (token ?? '').slice(0, TOKEN_MAX);
  const fields = async (c: PageContext) => new URLSearchParams(await c.req.text());

  /** The page, or what is wrong with the link. */
  async function show(c: PageContext, read: () => Promise<PlainPage>, wayOn = HOME): Promise<Response> {
    try {
      return answerPage(c, await read());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { status } = ERROR_CODES[error.code];
      return answerPage(c, {
        status,
        title: 'That didn’t work',
        lines: [error.text],
        link: wayOn,
      });
    }
  }

  app.get('/approval', (c) => {
    const token = tokenOf(c.req.query('token'));
    return show(c, async () => approvalPage(await services.approvals.readLink(token), token), ALL_APPROVALS);
  });
  app.post('/approval', async (c) => {
    const form = await fields(c);
    const token = tokenOf(form.get('token') ?? '');
    const answer = answerLinkSchema.safeParse({
      answer: form.get('answer'),
      reason: form.get('reason') ?? undefined,
    });
    try {
      if (answer.success) await services.approvals.answerLink(token, answer.data);
    } catch (error) {
      // The page says what was decided.
      if (!(error instanceof AppError)) log.error({ event: 'approval by email failed', err: error }, 'approval failed');
      if (!(error instanceof AppError)) throw error;
    }
    return c.redirect(`/automations/approval?token=${encodeURIComponent(token)}`, 303);
  });

  app.get('/agree', (c) => {
    const token = tokenOf(c.req.query('token'));
    return show(c, async () => {
      const { email, confirmedAt, businessName, ownerEmail } = await services.recipients.readLink(token);
      const who = senderForStrangers({ name: businessName, email: ownerEmail });
      if (confirmedAt !== null)
        return {
          title: 'You’re getting these emails',
          lines: [`${who} can send emails to ${email} with ${PRODUCT_NAME}.`],
          notes: ['You can stop them at any time, with a link in each of them.'],
        };
      return {
        title: 'Would you like to get these emails?',
        lines: [`${who} would like to send emails to ${email} with ${PRODUCT_NAME}.`],
        forms: [
          {
            action: '/automations/agree',
            fields: { token },
            button: { label: 'Yes, I’d like to get them', value: 'agree' },
          },
        ],
        notes: ['If you don’t want them, close this page. Nothing is sent unless you agree.'],
      };
    });
  });
  app.post('/agree', async (c) => {
    const token = tokenOf((await fields(c)).get('token') ?? '');
    try {
      await services.recipients.agree(token);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
    return c.redirect(`/automations/agree?token=${encodeURIComponent(token)}`, 303);
  });
  return app;
}
