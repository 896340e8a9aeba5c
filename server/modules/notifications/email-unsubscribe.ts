import { userIdSchema } from '#contract/ids.ts';
import { isKindChoosable, NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts';
import type { Db } from '#db/client.ts';
import { endDailyEmails, setEmail } from '#db/queries/notices/preferences.ts';
import type { UserId } from '#db/types.gen.ts';
import type { UnsubscribeLinks } from '#server/content/emails/unsubscribe-headers.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';

const TOKEN = /^([0-9a-f-]{36})\.([a-z]{1,20})\.([0-9a-f]{64})$/;
/** The daily email is about several kinds, and its link ends it: the kinds that were chosen for it are emailed no more. */
const ALL = 'all';

type Dependencies = { db: Db; hashes: [KeyedHash, ...KeyedHash[]]; publicUrl: string; supportEmail: string };

/** The link in the headers of an email, with which its recipient ends such emails without signing in. It is good for nothing else. */
export function createEmailUnsubscribe({ db, hashes, publicUrl, supportEmail }: Dependencies) {
  const [hash] = hashes;
  return {
    linksFor: (userId: UserId, kind: NotificationKind | typeof ALL): UnsubscribeLinks => ({
      url: `${publicUrl}/notifications/unsubscribe?token=${userId}.${kind}.${hash(`${userId} ${kind}`)}`,
      mailto: supportEmail,
    }),

    /** Returns false if the token isn't one of ours. */
    unsubscribe: async (token: string): Promise<boolean> => {
      const [, userId = '', name = '', given = ''] = TOKEN.exec(token) ?? [];
      // A hash of what was given: comparing it takes equally long for every guess.
      if (!hashes.some((one) => hash(one(`${userId} ${name}`)) === hash(given))) return false;
      const { data: person } = userIdSchema.safeParse(userId);
      if (person === undefined) return false;
      if (name === ALL) await endDailyEmails(db, person);
      const kind = NOTIFICATION_KINDS.find((one) => isKindChoosable(one) && one === name);
      if (kind) await setEmail(db, person, { kind, email: 'never' });
      return true;
    },
  };
}
export type EmailUnsubscribe = ReturnType<typeof createEmailUnsubscribe>;
