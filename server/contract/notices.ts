/** What a person is told once, in the app and by mail. The subject says of which month, trial or payment. */
export const NOTICE_TOPICS = ['trial_ending', 'trial_ended', 'usage_warning', 'payment_failed'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** How long before its end a trial's owner is told, in days (issue "Billing"). */
export const TRIAL_ENDING_DAYS = 2;
