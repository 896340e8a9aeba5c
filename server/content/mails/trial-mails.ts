import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { BUILT_KINDS, LIMITS, type Limit, type UsageKind } from '#contract/billing/limits.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { tierChange } from '#contract/billing/tier-change.ts';
import type { PaidTier, Tier } from '#contract/billing/tiers.ts';
import { limitName } from '#contract/billing/usage-names.ts';
import { dayIn, momentIn } from '#server/lib/moments.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail, type MailBody } from './mail-layout.ts';

const figure = (limit: Limit) => (limit === 'unlimited' ? 'unlimited' : limit.toLocaleString('en-US'));
const named = (ids: AssistantId[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(ids.map((id) => assistantById(id).name));

type Used = Record<UsageKind, number>;
type Trial = {
  endsAt: Date;
  timeZone: string;
  /** What goes on after it: a plan that was chosen, or free. */
  next: Tier;
  /** The plan that was chosen but does not go on: there is no card, or it was cancelled. */
  lapsing: PaidTier | null;
  used: Used;
  publicUrl: string;
};

/** What is held at once and does not fit: it stays, and nothing can be added. */
function overLine(next: Tier, used: Used): string[] {
  const over = tierChange('ultimate', next, used).limits.filter(
    ({ kind, isOver }) => isOver && BUILT_KINDS.includes(kind),
  );
  if (over.length === 0) return [];
  const parts = over.map(
    ({ kind, to }) => `${limitName(kind).toLowerCase()}: ${figure(used[kind])}, ${PLAN_NAMES[next]} has ${figure(to)}`,
  );
  return [
    `You use more than ${PLAN_NAMES[next]} has (${parts.join('; ')}). Nothing is taken away; you can add more when it fits again.`,
  ];
}

function changeLines(next: Tier, used: Used): string[] {
  const { stays, locks } = tierChange('ultimate', next, used);
  const lines = [`${named(stays)} ${stays.length === 1 ? 'stays' : 'stay'} open.`];
  if (locks.length > 0) lines.push(`These lock until you choose a plan with them: ${named(locks)}.`);
  return [...lines, ...overLine(next, used)];
}

const lapsingLine = (plan: string) =>
  `You chose ${plan} for afterwards, but it does not begin as it stands: there is no card, or you cancelled it. The billing page lets you change that until then.`;

const limitFacts = (next: Tier): MailBody['facts'] =>
  BUILT_KINDS.map((kind) => [
    limitName(kind),
    `${figure(LIMITS.ultimate[kind])} now, ${figure(LIMITS[next][kind])} on ${PLAN_NAMES[next]}`,
  ]);

/** Sent two days before a trial's end. What was chosen for its end decides what it says. */
export function trialEndingMail(to: string, { endsAt, timeZone, next, lapsing, used, publicUrl }: Trial): OutgoingMail {
  const day = dayIn(endsAt, timeZone);
  const plan = PLAN_NAMES[next];
  if (next !== 'free')
    return {
      to,
      subject: `Your ${PRODUCT_NAME} trial ends on ${day}, then ${plan} begins`,
      ...layMail({
        heading: `Your trial ends on ${day}`,
        lines: [
          `Your free trial ends on ${momentIn(endsAt, timeZone)}. Then the ${plan} plan that you chose begins, and its first payment is charged.`,
          ...changeLines(next, used),
        ],
        facts: limitFacts(next) ?? [],
        button: { url: `${publicUrl}/dashboard/billing`, label: 'See or change my plan' },
        notes: ['If you do not want to go on, cancel on that page before the trial ends: nothing is charged then.'],
      }),
    };
  return {
    to,
    subject: `Your ${PRODUCT_NAME} trial ends on ${day}`,
    ...layMail({
      heading: `Your trial ends on ${day}`,
      lines: [
        `Your free trial ends on ${momentIn(endsAt, timeZone)}. Nothing is charged; your account goes on with the ${plan} plan.`,
        ...(lapsing ? [lapsingLine(PLAN_NAMES[lapsing])] : []),
        ...changeLines(next, used),
      ],
      facts: limitFacts(next) ?? [],
      button: lapsing
        ? { url: `${publicUrl}/dashboard/billing`, label: `Keep ${PLAN_NAMES[lapsing]}` }
        : { url: `${publicUrl}/checkout`, label: 'Choose a plan' },
      notes: [
        'Nothing is deleted at the end of the trial: conversations with teammates that lock are kept, and open again with a plan.',
        'A plan that you choose today keeps the days of the trial that are left.',
      ],
    }),
  };
}

/** Sent when a trial is over and no plan goes on. */
export function trialEndedMail(
  to: string,
  { endsAt, timeZone, used, publicUrl }: Omit<Trial, 'next' | 'lapsing'>,
): OutgoingMail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} trial has ended`,
    ...layMail({
      heading: 'Your trial has ended',
      lines: [
        `Your free trial ended on ${momentIn(endsAt, timeZone)}. Your account is on the Free plan now.`,
        'Nothing was deleted: your conversations, your profile and your settings are as you left them.',
        ...changeLines('free', used),
      ],
      button: { url: `${publicUrl}/checkout`, label: 'Choose a plan' },
      notes: ['Conversations with teammates that are locked open again with a plan that has them.'],
    }),
  };
}
