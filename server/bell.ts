import { createBellSignals } from '#server/modules/notifications/bell-signals.ts';
import { createEmailUnsubscribe } from '#server/modules/notifications/email-unsubscribe.ts';
import { createNotices } from '#server/modules/notifications/notices.service.ts';
import { createNotifications } from '#server/modules/notifications/notifications.service.ts';
import { createPush } from '#server/modules/notifications/push.service.ts';

type Dependencies = Omit<Parameters<typeof createNotices>[0], 'unsubscribe'> &
  Parameters<typeof createEmailUnsubscribe>[0] &
  Parameters<typeof createPush>[0];

/** What tells people of what happened: in the bell, live, by email, and in browsers without a tab. */
export function createBell(dependencies: Dependencies) {
  const { db, clock } = dependencies;
  const bellSignals = createBellSignals();
  const unsubscribe = createEmailUnsubscribe(dependencies);
  return {
    bellSignals,
    unsubscribe,
    notifications: createNotifications({ db, clock, signals: bellSignals }),
    push: createPush(dependencies),
    notices: createNotices({ ...dependencies, unsubscribe }),
  };
}
