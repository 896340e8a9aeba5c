import { oneLine } from '#contract/quoted-name.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

type Words = { title: string; detail: string };
/** The visible way to fewer emails of the kinds that can be chosen. */
export const notificationSettings = (publicUrl: string) => ({
  url: `${publicUrl}/dashboard/settings/notifications`,
  label: 'Change what we email you',
});

/** What the bell says, for someone who wants to hear of it right away. `isChosen`: they said so themselves. */
export function notificationEmail(
  to: string,
  { title, detail, path, publicUrl, isChosen }: Words & { path: string; publicUrl: string; isChosen: boolean },
): OutgoingEmail {
  return {
    to,
    subject: oneLine(title),
    ...layOutEmail({
      heading: title,
      lines: detail === '' ? [] : [oneLine(detail)],
      button: { url: `${publicUrl}${path}`, label: `Open it in ${PRODUCT_NAME}` },
      notes: [isChosen ? 'You chose to get these emails right away.' : 'You get these emails until you say otherwise.'],
      link: notificationSettings(publicUrl),
    }),
  };
}

type Digest = { groups: { name: string; items: Words[] }[]; publicUrl: string };

/** What wasn't read in the bell, once a day. */
export function digestEmail(to: string, { groups, publicUrl }: Digest): OutgoingEmail {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const subject = count === 1 ? `One notification at ${PRODUCT_NAME}` : `${count} notifications at ${PRODUCT_NAME}`;
  const sentence = ({ title, detail }: Words) => oneLine(detail === '' ? title : `${title}: ${detail}`);
  return {
    to,
    subject,
    ...layOutEmail({
      heading: 'What’s new since yesterday',
      lines: groups.flatMap(({ name, items }) => [`${name}:`, ...items.map((item) => `• ${sentence(item)}`)]),
      button: { url: `${publicUrl}/dashboard`, label: `Open ${PRODUCT_NAME}` },
      notes: ['You chose to get these once a day. What you’ve read in the bell isn’t repeated here.'],
      link: notificationSettings(publicUrl),
    }),
  };
}
