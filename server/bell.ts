import { createBellSignals } from '#server/modules/notifications/bell-signals.ts';
import { createEmailUnsubscribe } from '#server/modules/notifications/email-unsubscribe.ts';
import { createNotices } from '#server/modules/notifications/notices.service.ts';
import { createNotifications } from '#server/modules/notifications/notifications.service.ts';

type Dependencies = Omit<Parameters<typeof createNotices>[0], 'unsubscribe'> &
  Parameters<typeof createEmailUnsubscribe>[0];

/** What tells people of what happened: in the bell, live, and by email. */
export function createBell(dependencies: Dependencies) {
  const { db, clock } = dependencies;
  const bellSignals = createBellSignals();
  const unsubscribe = createEmailUnsubscribe(dependencies);
  return {
    bellSignals,
    unsubscribe,
    notifications: createNotifications({ db, clock, signals: bellSignals }),
    notices: createNotices({ ...dependencies, unsubscribe }),
  };
}
