import { sql, type RawBuilder } from 'kysely';
import { CHOOSABLE_TOPICS, DEFAULT_EMAILS, EMAIL_DELAY_MS, KIND_OF_TOPIC } from '#contract/notifications.ts';
import { BELL_TOPICS, MONEY_TOPICS, NOTICE_TOPICS } from '#contract/notices.ts';
import { literals } from '../../literals.ts';
import { enqueueJobs, type JobRows } from '../jobs/scheduled-jobs.ts';

/** The topics that nobody is emailed about unless they chose it, with their kinds: no job is made for nothing. */
const ONLY_IF_CHOSEN = Object.entries(KIND_OF_TOPIC).filter(([, kind]) => DEFAULT_EMAILS[kind] === 'never');

const interval = (ms: number) => sql`${sql.lit(`${ms} ms`)}::interval`;
const onlyIfChosen = sql`(values ${sql.join(
  ONLY_IF_CHOSEN.map(([topic, kind]) => sql`(${sql.lit(topic)}, ${sql.lit(kind)})`),
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
const NOT_SHOWN = [...NOTICE_TOPICS, ...MONEY_TOPICS, ...BELL_TOPICS].filter((topic) => !(topic in KIND_OF_TOPIC));

/** A job for each notice in `added` and each browser that shows its owner's notifications. */
const pushJobs = ({ added = sql`added`, owner = sql`new.user_id` }: Added): JobRows => ({
  queue: 'push',
  key: sql`concat_ws(' ', new.user_id, s.session_id, new.topic, new.subject)`,
  payload: {
    userId: sql`new.user_id`,
    sessionId: sql`s.session_id`,
    topic: sql`new.topic`,
    subject: sql`new.subject`,
  },
  dueAt: sql`new.created_at + ${interval(PUSH_DELAY_MS)}`,
  from: sql`${added} as new join push_subscriptions s on s.user_id = ${owner}
    where new.topic not in ${literals(NOT_SHOWN)}`,
});

/** Part of a statement: has the notices that were added shown by browsers, and not emailed. */
export const schedulePushes = (of: Added = {}): RawBuilder<unknown> => enqueueJobs(pushJobs(of));

/** Part of a statement: schedules the email of each notice that was added, and has browsers show it. */
export const scheduleAddedNotices = ({
  added = sql`added`,
  owner = sql`new.user_id`,
}: Added = {}): RawBuilder<unknown> => {
  const emails: JobRows = {
    queue: 'notice-email',
    key: sql`concat_ws(' ', user_id, topic, subject)`,
    payload: { userId: sql`user_id`, topic: sql`topic`, subject: sql`subject` },
    dueAt: sql`created_at + case when topic in ${literals(CHOOSABLE_TOPICS)} then ${interval(EMAIL_DELAY_MS)} else interval '0' end`,
    from: sql`${added} as new
      where not exists (select from ${onlyIfChosen} as chosen (topic, kind) where chosen.topic = new.topic) or exists (
        select from notification_preferences p join ${onlyIfChosen} as chosen (topic, kind) on chosen.kind = p.kind
        where p.user_id = ${owner} and chosen.topic = new.topic and p.email <> 'never')`,
  };
  return enqueueJobs(emails, pushJobs({ added, owner }));
};

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
