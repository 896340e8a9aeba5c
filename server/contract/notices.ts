/** What we notify a person of once, in the app and by email. The subject identifies the month, trial or payment. */
export const NOTICE_TOPICS = ['trial_ending', 'trial_ended', 'usage_warning', 'payment_failed'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** What is about money, and always emailed. The subject identifies the invoice, the purchase or the change. */
export const MONEY_TOPICS = [
  'purchase',
  'receipt',
  'plan_change',
  'change_scheduled',
  'cancellation',
  'cancellation_undone',
  'refund',
  'renewal',
  'access_ended',
] as const;
export type MoneyTopic = (typeof MONEY_TOPICS)[number];

/** What came with the bell. Of these, security has emails of its own (`server/modules/security-log`). */
export const BELL_TOPICS = [
  'usage_limit',
  'conflict',
  'answer',
  'security',
  'approval',
  'run_failed',
  'automation_paused',
  'automation_notice',
] as const;
export type AnyTopic = NoticeTopic | MoneyTopic | (typeof BELL_TOPICS)[number];

/** After a failed payment, an email goes out on these days, counted from the first failure (BILL-9). */
export const PAYMENT_REMINDER_DAYS = [3, 6] as const;
/** How many days before an annual plan renews its owner is told. */
export const RENEWAL_NOTICE_DAYS = 7;

/** How many days before a trial ends its owner is notified (TRIAL-9). */
export const TRIAL_ENDING_DAYS = 2;
