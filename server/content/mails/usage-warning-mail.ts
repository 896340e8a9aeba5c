import { isAtOnce, type UsageKind } from '#contract/billing/limits.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { periodNoun } from '#contract/billing/usage-names.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

type Warning = {
  kind: UsageKind;
  planName: string;
  used: number;
  limit: number;
  /** When a monthly kind begins anew. */
  resetsOn: string;
  publicUrl: string;
};

const figure = (count: number) => count.toLocaleString('en-US');

/** Sent once a kind and period, when most of a limit is used. */
export function usageWarningMail(
  to: string,
  { kind, planName, used, limit, resetsOn, publicUrl }: Warning,
): OutgoingMail {
  const said = `${figure(used)} of ${figure(limit)} ${periodNoun(kind)}`;
  const left = limit - used;
  const rest = left > 0 ? `${figure(left)} ${left === 1 ? 'is' : 'are'} left.` : 'None is left.';
  return {
    to,
    subject: `${PRODUCT_NAME}: you have used ${said}`,
    ...layMail({
      heading: `${said} used`,
      lines: [
        `On your ${planName} plan you are using ${said}. ${rest}`,
        isAtOnce(kind)
          ? 'They count while they are in use: whatever you switch off or disconnect makes room again.'
          : `The count begins anew on ${resetsOn} at 00:00 UTC.`,
      ],
      button: { url: `${publicUrl}/dashboard/billing`, label: 'See my usage and plans' },
      notes: [
        isAtOnce(kind)
          ? 'At the limit nothing stops working; you cannot add another one. You get this mail once.'
          : 'At the limit new ones are refused until then, or until you have a larger plan. You get this mail once a month.',
      ],
    }),
  };
}
