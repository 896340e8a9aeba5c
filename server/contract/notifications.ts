import type { AnyTopic } from './notices.ts';

/** The headings of the bell, in their order: what is muted, and what emails are chosen for. */
export const NOTIFICATION_KINDS = ['waiting', 'automations', 'answers', 'plan', 'security'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export const KIND_NAMES: Record<NotificationKind, string> = {
  waiting: 'Waiting for you',
  automations: 'Automations',
  answers: 'Answers',
  plan: 'Plan and usage',
  security: 'Security',
};

/** What the bell shows, and under which heading. The other topics are what the owner just did, and only emailed. */
export const KIND_OF_TOPIC = {
  conflict: 'waiting',
  approval: 'waiting',
  run_failed: 'automations',
  automation_paused: 'automations',
  automation_notice: 'automations',
  answer: 'answers',
  usage_warning: 'plan',
  usage_limit: 'plan',
  trial_ending: 'plan',
  trial_ended: 'plan',
  payment_failed: 'plan',
  renewal: 'plan',
  refund: 'plan',
  access_ended: 'plan',
  security: 'security',
} as const satisfies Partial<Record<AnyTopic, NotificationKind>>;
export type ShownTopic = keyof typeof KIND_OF_TOPIC;

/** When a kind is emailed: right away, once a day in the owner's morning, or not at all. */
export const EMAIL_CHOICES = ['at_once', 'daily', 'never'] as const;
export type EmailChoice = (typeof EMAIL_CHOICES)[number];
/** What applies until the owner chooses. */
export const DEFAULT_EMAILS = {
  waiting: 'never',
  automations: 'at_once',
  answers: 'never',
  plan: 'at_once',
  security: 'at_once',
} as const satisfies Record<NotificationKind, EmailChoice>;

/** The topics whose emails an owner can choose. All others always go out, right away, because someone may have to act on them or keep them. */
export const CHOOSABLE_TOPICS = [
  'conflict',
  'answer',
  'usage_warning',
  'usage_limit',
  'approval',
  'run_failed',
  'automation_paused',
  'automation_notice',
] as const;
type ChoosableTopic = (typeof CHOOSABLE_TOPICS)[number];
export const isChoosable = (topic: AnyTopic): topic is ChoosableTopic =>
  CHOOSABLE_TOPICS.some((choosable) => choosable === topic);
/** Security is neither muted nor left out of emails: an intruder would do that first. */
export const isKindChoosable = (kind: NotificationKind): boolean => kind !== 'security';

/** An email about what one is likely to see in the bell waits this long (`db/queries/notices/added-notices.ts`), and isn't sent if it was read by then. */
export const EMAIL_DELAY_MS = 300_000;
/** How long the bell keeps a notification. */
export const NOTIFICATION_DAYS = 90;
/** The bell counts no further. */
export const UNREAD_MAX = 100;

/** The service worker that shows notifications while no tab is open. Its folder is all that it is responsible for, so it takes part in no page. */
export const PUSH_WORKER_PATH = '/notifications/worker.js';
