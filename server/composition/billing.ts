import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/lib/log.ts';
import type { AttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createBillingService, type BillingService } from '#server/modules/billing/billing.service.ts';
import { createPaymentHistory } from '#server/modules/billing/payment-history.ts';
import { createDisputedRefundReport } from '#server/modules/operator/disputed-refund.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Keys } from './keys.ts';

/** Changing this text would forget who has paid and who was refunded. */
const PAYMENT_HISTORY = 'payment history';

type Input = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  stripe: StripeGateway;
  jobs: Pick<Jobs, 'kick'>;
  keys: Keys;
  log: Log;
  profile: ProfileService;
  attempts: AttemptLimiter;
  isTaxed: boolean;
  publicUrl: string;
  supportEmail: string;
};
export type BillingServices = { billing: BillingService };

/** Plans, payments and refunds. */
export function composeBilling(input: Input): BillingServices {
  const { db, clock, mail, stripe, jobs, keys, log, profile, attempts, isTaxed, publicUrl, supportEmail } = input;
  return {
    billing: createBillingService({
      db,
      clock,
      mail,
      stripe,
      jobs,
      log,
      profile,
      attempts,
      history: createPaymentHistory({ db, hashes: keys.hashes(PAYMENT_HISTORY) }),
      reportDisputed: createDisputedRefundReport({ mail, to: supportEmail, log }),
      isTaxed,
      publicUrl,
    }),
  };
}
