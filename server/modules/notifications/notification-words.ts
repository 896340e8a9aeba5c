import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/account/security-events.ts';
import { isMonthly, monthYear, USAGE_KINDS, type UsageKind } from '#contract/billing/limits.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { PAID_TIERS } from '#contract/billing/tiers.ts';
import { usageNoun } from '#contract/billing/usage-names.ts';
import { assistantById } from '#contract/chat/assistants.ts';
import { dayOfYearText, monthText, timeText, weekdayText } from '#contract/dates.ts';
import type { ShownTopic } from '#contract/notifications.ts';
import { oneLine, quotedName } from '#contract/quoted-name.ts';
import type { BellRow } from '#db/queries/notices/bell.ts';
import { z } from 'zod';
import { deviceName } from '#server/lib/request/device-name.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';

/** What a notification says in two lines, and the page it leads to. */
export type NotificationWords = { title: string; detail: string; path: string };

const BILLING = '/dashboard/billing';
/** Notices that are older than the bell, or that an older process added, don't say this. */
const usageDetails = z.object({ used: z.number(), limit: z.number() }).partial();
const momentDetails = z.object({ at: z.coerce.date() });
const endedDetails = z.object({ plan: z.enum(PAID_TIERS) }).partial();
const automationDetails = z
  .object({ title: z.string(), detail: z.string(), path: z.string(), automation: z.string() })
  .partial();
const isSecurityEvent = (kind: string | null): kind is SecurityEventKind =>
  kind !== null && Object.hasOwn(SECURITY_EVENTS, kind);
/** A name that stands alone; nothing if there is none. */
const quotedIf = (name: string | null) => (name === null || name === '' ? '' : quotedName(name));
const figure = (count: number) => count.toLocaleString('en-US');
const parsed = <T>(schema: z.ZodType<T>, details: unknown): Partial<T> => schema.safeParse(details).data ?? {};

/** `this month’s messages`, `October’s exports`, or `your connected integrations`. */
function whose(kind: UsageKind, month: string, now: Date): string {
  const many = usageNoun(kind, 2);
  if (!isMonthly(kind)) return `your ${many}`;
  return month === monthYear(now) ? `this month’s ${many}` : `${monthText(month).split(' ')[0]}’s ${many}`;
}

function resetText(month: string, now: Date): string {
  if (month !== monthYear(now)) return '';
  return ` The count starts over on ${dayOfYearText(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)), 'UTC')}.`;
}

function usageWords({ topic, subject, details }: BellRow, now: Date): NotificationWords {
  const [name = '', month = ''] = subject.split(' ');
  const kind = USAGE_KINDS.find((one) => one === name) ?? 'messages';
  const { used, limit } = parsed(usageDetails, details);
  const path = `${BILLING}#usage`;
  if (used === undefined || limit === undefined)
    return { title: `You’re near the limit of ${whose(kind, month, now)}`, detail: '', path };
  const isFull = topic === 'usage_limit' || used >= limit;
  if (!isMonthly(kind))
    return { title: `You’re using ${figure(used)} of ${figure(limit)} ${usageNoun(kind, limit)}`, detail: '', path };
  const share = isFull ? 'all' : `${Math.floor((100 * used) / limit)}%`;
  return {
    title: `You’ve used ${share} of ${whose(kind, month, now)}`,
    detail: `${figure(used)} of ${figure(limit)}.${isMonthly(kind) ? resetText(month, now) : ''}`,
    path,
  };
}

/** `$42 from you, $38 from “Price list.pdf”`. */
function conflictWords({ sides }: BellRow): NotificationWords {
  const all = sides ?? [];
  const [first] = all;
  const from = ({ source, name }: (typeof all)[number]) => {
    if (source === 'message' || source === 'typed' || source === 'profile') return 'you';
    if (name !== null) return quotedName(name);
    return source === 'automation' ? 'an automation' : `a ${source}`;
  };
  return {
    title:
      all.find(({ question }) => question !== '')?.question ??
      `Which is right about ${quotedName(first?.subject ?? '')}?`,
    detail: all.map((side) => `${side.value || side.statement} from ${from(side)}`).join(', '),
    // Its card on the Brain page has the focus then.
    path: `/dashboard/brain${first ? `#conflict-of-${first.id}` : ''}`,
  };
}

/** `title` and `detail` are sentences that were true at that moment; the run or automation they lead to says what is true now. */
function automationWords({ details }: BellRow): NotificationWords {
  const {
    title = 'An automation needs you',
    detail = '',
    path = '/dashboard/power-ups/automations',
    automation,
  } = parsed(automationDetails, details);
  return { title, detail: detail === automation ? quotedIf(automation) : detail, path };
}

function answerWords({ assistantId, conversationId, title, isPrivate, status }: BellRow): NotificationWords {
  const { name, slug } = assistantById(assistantId ?? 'brain_ai');
  return {
    title: status === 'complete' ? `${name} answered you` : `${name} couldn’t finish an answer`,
    detail: isPrivate ? 'In a private conversation' : quotedIf(title && leaveOutSecrets(title)),
    path: `/dashboard/${slug}?c=${conversationId}`,
  };
}

function securityWords({ event, userAgent, createdAt, timeZone }: BellRow): NotificationWords {
  const device = deviceName(userAgent ?? '');
  const at = `${weekdayText(createdAt, timeZone)}, ${timeText(createdAt, timeZone)}`;
  const path = '/dashboard/settings/security-log';
  if (event === 'signed_in_new_device')
    return { title: `New sign-in from ${device}`, detail: `${at}. Was this you?`, path };
  const line = isSecurityEvent(event) ? SECURITY_EVENTS[event].line : 'Something changed in your account';
  return { title: line, detail: `${at}, ${device}`, path };
}

/** The day where the owner lives. Notices that an older process added only have the day in UTC, as their subject. */
function dayOf({ subject, details, timeZone }: BellRow): string {
  const { at } = parsed(momentDetails, details);
  return at ? dayOfYearText(at, timeZone) : dayOfYearText(`${subject.slice(0, 10)}T00:00:00Z`, 'UTC');
}

const WORDS: Record<ShownTopic, (row: BellRow, now: Date) => NotificationWords> = {
  conflict: conflictWords,
  answer: answerWords,
  approval: ({ details }) => {
    const { title = 'Something is waiting for your approval', automation = '' } = parsed(automationDetails, details);
    return { title, detail: quotedIf(automation), path: '/dashboard/power-ups/automations/approvals' };
  },
  run_failed: automationWords,
  automation_paused: automationWords,
  automation_notice: automationWords,
  usage_warning: usageWords,
  usage_limit: usageWords,
  trial_ending: (row) => ({
    title: `Your trial ends on ${dayOf(row)}`,
    detail: 'See what happens next, or choose a plan.',
    path: BILLING,
  }),
  trial_ended: () => ({ title: 'Your trial has ended', detail: 'Nothing was deleted.', path: BILLING }),
  payment_failed: () => ({
    title: 'Your payment didn’t go through',
    detail: 'Update your card to keep your plan.',
    path: BILLING,
  }),
  renewal: (row) => ({
    title: `Your plan renews on ${dayOf(row)}`,
    detail: 'See the amount and the card.',
    path: BILLING,
  }),
  refund: () => ({ title: 'Your refund is on its way', detail: 'We emailed you the amount.', path: BILLING }),
  access_ended: ({ details }) => {
    const { plan } = parsed(endedDetails, details);
    const title = `Your ${plan === undefined ? '' : `${PLAN_NAMES[plan]} `}plan has ended`;
    return { title, detail: 'You’re on Free now, and you keep everything.', path: BILLING };
  },
  security: securityWords,
};

/** Words made from what is true now, each on one line; nothing that a person typed is stored a second time for them. */
export function notificationWords(topic: ShownTopic, row: BellRow, now: Date): NotificationWords {
  const { title, detail, path } = WORDS[topic](row, now);
  return { title: oneLine(title), detail: oneLine(detail), path };
}
