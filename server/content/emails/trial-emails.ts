import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { BUILT_KINDS, isMonthly, LIMITS, type Limit, type UsageKind } from '#contract/billing/limits.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { tierChange } from '#contract/billing/tier-change.ts';
import type { PaidTier, Tier } from '#contract/billing/tiers.ts';
import { limitName } from '#contract/billing/usage-names.ts';
import { dayText, fullMomentText } from '#contract/dates.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail, type EmailBody } from './email-layout.ts';

const figure = (limit: Limit) => (limit === 'unlimited' ? 'unlimited' : limit.toLocaleString('en-US'));
const named = (ids: AssistantId[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(ids.map((id) => assistantById(id).name));

type Used = Record<UsageKind, number>;
type Trial = {
  endsAt: Date;
  timeZone: string;
  /** What follows the trial: the chosen plan, or Free. */
  next: Tier;
  /** The chosen plan that won't start, because there is no card or it was canceled. */
  lapsing: PaidTier | null;
  used: Used;
  publicUrl: string;
};

/** What exceeds the next plan's limits. It stays, but nothing can be added. */
function overLine(next: Tier, used: Used): string[] {
  const over = tierChange('ultimate', next, used).limits.filter(
    ({ kind, isOver }) => isOver && BUILT_KINDS.includes(kind),
  );
  if (over.length === 0) return [];
  const parts = over.map(
    ({ kind, to }) =>
      `${limitName(kind).toLowerCase()}: ${figure(used[kind])}, ${PLAN_NAMES[next]} includes ${figure(to)}`,
  );
  const notes = [
    over.some(({ kind }) => isMonthly(kind)) ? "You just can't add more until you're back under the limit." : [],
    over.some(({ kind }) => !isMonthly(kind))
      ? "The newest automations pause until there's room, and you choose which ones stay on."
      : [],
  ].flat();
  return [
    `You're using more than ${PLAN_NAMES[next]} includes (${parts.join('; ')}). Nothing is taken away. ${notes.join(' ')}`,
  ];
}

function changeLines(next: Tier, used: Used): string[] {
  const { stays, locks } = tierChange('ultimate', next, used);
  const lines = [`Still included: ${named(stays)}.`];
  if (locks.length > 0) lines.push(`Locked until you choose a plan that includes them: ${named(locks)}.`);
  return [...lines, ...overLine(next, used)];
}

const lapsingLine = (plan: string) =>
  `You chose ${plan} for after your trial, but it won't start: there's no card on file, or you canceled it. You can change that on the billing page until the trial ends.`;

const limitFacts = (next: Tier): EmailBody['facts'] =>
  BUILT_KINDS.map((kind) => [
    limitName(kind),
    `${figure(LIMITS.ultimate[kind])} now, ${figure(LIMITS[next][kind])} on ${PLAN_NAMES[next]}`,
  ]);

/** Sent two days before a trial ends. The text depends on the plan chosen to follow it. */
export function trialEndingEmail(
  to: string,
  { endsAt, timeZone, next, lapsing, used, publicUrl }: Trial,
): OutgoingEmail {
  const day = dayText(endsAt, timeZone);
  const plan = PLAN_NAMES[next];
  if (next !== 'free')
    return {
      to,
      subject: `Your ${PRODUCT_NAME} trial ends on ${day}, then ${plan} starts`,
      ...layOutEmail({
        heading: `Your trial ends on ${day}`,
        lines: [
          `Your free trial ends on ${fullMomentText(endsAt, timeZone)}. That's when the ${plan} plan you chose starts, and we charge your first payment.`,
          ...changeLines(next, used),
        ],
        facts: limitFacts(next) ?? [],
        button: { url: `${publicUrl}/dashboard/billing`, label: 'Review my plan' },
        notes: ["Don't want to continue? Cancel on the billing page before the trial ends and you won't be charged."],
      }),
    };
  return {
    to,
    subject: `Your ${PRODUCT_NAME} trial ends on ${day}`,
    ...layOutEmail({
      heading: `Your trial ends on ${day}`,
      lines: [
        `Your free trial ends on ${fullMomentText(endsAt, timeZone)}. You won't be charged, and you'll move to the ${plan} plan.`,
        ...(lapsing ? [lapsingLine(PLAN_NAMES[lapsing])] : []),
        ...changeLines(next, used),
      ],
      facts: limitFacts(next) ?? [],
      button: lapsing
        ? { url: `${publicUrl}/dashboard/billing`, label: `Keep ${PLAN_NAMES[lapsing]}` }
        : { url: `${publicUrl}/checkout`, label: 'Choose a plan' },
      notes: [
        'Nothing is deleted when your trial ends. We keep your conversations with locked teammates, and you can open them again with a plan that includes them.',
        'If you choose a plan now, you keep the rest of your trial.',
      ],
    }),
  };
}

/** Sent when a trial has ended and no plan follows. */
export function trialEndedEmail(
  to: string,
  { endsAt, timeZone, used, publicUrl }: Omit<Trial, 'next' | 'lapsing'>,
): OutgoingEmail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} trial has ended`,
    ...layOutEmail({
      heading: 'Your trial has ended',
      lines: [
        `Your free trial ended on ${fullMomentText(endsAt, timeZone)}. You're now on the Free plan.`,
        'Nothing was deleted. Your conversations, profile and settings are just as you left them.',
        ...changeLines('free', used),
      ],
      button: { url: `${publicUrl}/checkout`, label: 'Choose a plan' },
      notes: ['You can open conversations with locked teammates again with a plan that includes them.'],
    }),
  };
}
