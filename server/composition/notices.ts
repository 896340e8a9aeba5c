import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { PushGateway } from '#server/gateways/push/push.ts';
import type { BillingService } from '#server/modules/billing/billing.service.ts';
import { createBellSignals, type BellSignals } from '#server/modules/notifications/bell-signals.ts';
import { createEmailUnsubscribe, type EmailUnsubscribe } from '#server/modules/notifications/email-unsubscribe.ts';
import { createNotices, type NoticesService } from '#server/modules/notifications/notices.service.ts';
import { createNotifications, type NotificationsService } from '#server/modules/notifications/notifications.service.ts';
import { createPush, type PushService } from '#server/modules/notifications/push.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { Keys } from './keys.ts';

type Input = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  /** Null if the operator has set no keys. */
  pushGateway: PushGateway | null;
  keys: Keys;
  profile: ProfileService;
  budgets: Budgets;
  billing: BillingService;
  publicUrl: string;
  supportEmail: string;
};
export type NoticeServices = {
  bellSignals: BellSignals;
  unsubscribe: EmailUnsubscribe;
  notifications: NotificationsService;
  push: PushService;
  notices: NoticesService;
};

/** Tells people what happened: in the bell, live, by email, and in browser notifications. */
export function composeNotices(input: Input): NoticeServices {
  const { db, clock, mail, pushGateway, keys, profile, budgets, billing, publicUrl, supportEmail } = input;
  const bellSignals = createBellSignals();
  const hashes = keys.hashes('notification emails');
  const unsubscribe = createEmailUnsubscribe({ db, hashes, publicUrl, supportEmail });
  return {
    bellSignals,
    unsubscribe,
    notifications: createNotifications({ db, clock, signals: bellSignals }),
    push: createPush({ db, clock, pushGateway, budgets }),
    notices: createNotices({ db, clock, profile, billing, mail, unsubscribe, budgets, publicUrl }),
  };
}
