import { isMonthly, type UsageKind } from '#contract/billing/limits.ts';
import { periodNoun } from '#contract/billing/usage-names.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';
import { notificationSettings } from './notification-emails.ts';

type Warning = {
  kind: UsageKind;
  planName: string;
  used: number;
  limit: number;
  /** When a monthly count resets. */
  resetsOn: string;
  publicUrl: string;
};

const figure = (count: number) => count.toLocaleString('en-US');

/** Sent once per kind and period when most of a limit is used, and once when all of it is. */
export function usageWarningEmail(
  to: string,
  { kind, planName, used, limit, resetsOn, publicUrl }: Warning,
): OutgoingEmail {
  const said = `${figure(used)} of ${figure(limit)} ${periodNoun(kind)}`;
  const left = limit - used;
  const sentence = `${isMonthly(kind) ? "You've used" : "You're using"} ${said}`;
  const noneLeft = isMonthly(kind)
    ? 'To use more before then, move to a larger plan.'
    : 'Nothing stops working. To add another without turning one off, move to a larger plan.';
  const atTheLimit = isMonthly(kind)
    ? 'Once you reach the limit, you can wait for the reset or move to a larger plan.'
    : "Nothing stops working at the limit. You just can't add another.";
  const rest = left > 0 ? `You have ${figure(left)} left.` : 'You have none left.';
  return {
    to,
    subject: sentence,
    ...layOutEmail({
      heading: sentence,
      lines: [
        `${sentence} on the ${planName} plan. ${rest}`,
        isMonthly(kind)
          ? `The count resets on ${resetsOn} at midnight UTC.`
          : 'Only what is turned on or connected counts. Turn something off or disconnect it to make room.',
      ],
      button: { url: `${publicUrl}/dashboard/billing`, label: 'See my usage and plans' },
      notes: [left > 0 ? atTheLimit : noneLeft, 'We email you near the limit, and when you reach it.'],
      link: notificationSettings(publicUrl),
    }),
  };
}
