import { sql, type RawBuilder } from 'kysely';
import type {
  CHOOSABLE_TOPICS,
  DEFAULT_EMAILS,
  EMAIL_DELAY_MS,
  KIND_OF_TOPIC,
  ShownTopic,
} from '#contract/notifications.ts';
import type { AnyTopic } from '#contract/notices.ts';

// Statements can't import the contract's values, but its types hold these to them.
type DefaultOf<T extends ShownTopic> = (typeof DEFAULT_EMAILS)[(typeof KIND_OF_TOPIC)[T]];
const DELAY: typeof EMAIL_DELAY_MS = 300_000;
const DELAYED: typeof CHOOSABLE_TOPICS = [
  'conflict',
  'answer',
  'usage_warning',
  'usage_limit',
  'approval',
  'run_failed',
  'automation_paused',
  'automation_notice',
];
/** The topics that nobody is emailed about unless they chose it, with their kinds: no job is made for nothing. */
const ONLY_IF_CHOSEN: {
  [T in ShownTopic as DefaultOf<T> extends 'never' ? T : never]: (typeof KIND_OF_TOPIC)[T];
} = { conflict: 'waiting', answer: 'answers', approval: 'waiting' };

const interval = (ms: number) => sql`${sql.lit(`${ms} ms`)}::interval`;
const delayed = sql.join(DELAYED.map((topic) => sql.lit(topic)));
const onlyIfChosen = sql`(values ${sql.join(
  Object.entries(ONLY_IF_CHOSEN).map(([topic, kind]) => sql`(${sql.lit(topic)}, ${sql.lit(kind)})`),
)})`;

/** Part of a statement: notifies every process that what this person's bell shows has changed, or will in `inMs`. */
export const notifyBell = (userId: RawBuilder<unknown>, inMs = 0): RawBuilder<unknown> =>
  sql`pg_notify('notices_changed', concat(${userId}, ${sql.lit(inMs === 0 ? '' : ` ${inMs}`)}))`;

/** What an `insert into notices` returns: what `scheduleAddedNotices` needs. It notifies the bell, too. */
export const returningAdded = (inMs = 0): RawBuilder<unknown> =>
  sql`returning user_id, topic, subject, created_at, ${notifyBell(sql`user_id`, inMs)}`;

type Added = {
  /** The part of the statement that has just inserted them. */
  added?: RawBuilder<unknown>;
  /** Whose notices they are, if they are one person's: then one partition is read for what they chose. */
  owner?: RawBuilder<unknown>;
};

/** Whoever looks at the bell sees it there first. */
const PUSH_DELAY_MS = 5_000;
/** What the bell doesn't show, because the person has just done it. */
const NOT_SHOWN: Record<Exclude<AnyTopic, ShownTopic>, true> = {
  purchase: true,
  receipt: true,
  plan_change: true,
  change_scheduled: true,
  cancellation: true,
  cancellation_undone: true,
};
const notShown = sql.join(Object.keys(NOT_SHOWN).map((topic) => sql.lit(topic)));

/** A job for each notice in `added` and each browser that shows its owner's notifications. */
const pushJobs = ({ added = sql`added`, owner = sql`new.user_id` }: Added): RawBuilder<unknown> => sql`
  select 'push', concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject),
    jsonb_build_object('userId', new.user_id, 'sessionId', s.session_id, 'topic', new.topic, 'subject', new.subject),
    new.created_at + ${interval(PUSH_DELAY_MS)}
  from ${added} as new join push_subscriptions s on s.user_id = ${owner}
  where new.topic not in (${notShown})`;

/** Part of a statement: has the notices that were added shown by browsers, and not emailed. */
export const schedulePushes = (of: Added = {}): RawBuilder<unknown> => sql`
  insert into scheduled_jobs (queue, key, payload, due_at) ${pushJobs(of)} on conflict do nothing`;

/** Part of a statement: schedules the email of each notice that was added, and has browsers show it. */
export const scheduleAddedNotices = ({
  added = sql`added`,
  owner = sql`new.user_id`,
}: Added = {}): RawBuilder<unknown> => sql`
  insert into scheduled_jobs (queue, key, payload, due_at)
  select 'notice-email', concat_ws(' ', user_id, topic, subject),
    jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject),
    created_at + case when topic in (${delayed}) then ${interval(DELAY)} else interval '0' end
  from ${added} as new
  where not exists (select from ${onlyIfChosen} as chosen (topic, kind) where chosen.topic = new.topic) or exists (
    select from notification_preferences p join ${onlyIfChosen} as chosen (topic, kind) on chosen.kind = p.kind
    where p.user_id = ${owner} and chosen.topic = new.topic and p.email <> 'never')
  union all ${pushJobs({ added, owner })}
  on conflict do nothing`;

/** An answer isn't news to someone whose tab shows it. If no tab has said so by then, the bell does. */
const ANSWER_NEWS_MS = 10_000;

/** Part of a statement: the answer of the owner's turn `settled` is news soon if it wasn't stopped, unless its owner sees it before (`markSeen`). */
export const announceAnswer = (now: RawBuilder<Date> | Date, owner: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    news as (
      insert into notices (user_id, topic, subject, created_at)
      select ${owner}, 'answer', id::text, ${now}::timestamptz + ${interval(ANSWER_NEWS_MS)} from settled where is_unread
      on conflict do nothing ${returningAdded(ANSWER_NEWS_MS)}
    ),
    news_email as (${scheduleAddedNotices({ added: sql`news`, owner })})`;
