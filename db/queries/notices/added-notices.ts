import { sql, type RawBuilder } from 'kysely';

/** How long an email waits that isn't sent about what was read on screen by then, and which topics' emails do. */
const EMAIL_DELAY = sql`interval '5 minutes'`;
const DELAYED = sql`('usage_warning', 'usage_limit', 'conflict', 'answer')`;
/** The kinds that nobody is emailed about unless they chose it, and their topics: no job is made for nothing. */
const ONLY_IF_CHOSEN = sql`(values ('conflict', 'waiting'), ('answer', 'answers'))`;

/** Part of a statement: tells every process that what this person's bell shows has changed, or will in `inMs`. */
export const tellBell = (userId: RawBuilder<unknown>, inMs = 0): RawBuilder<unknown> =>
  sql`pg_notify('notices_changed', concat(${userId}, ${sql.lit(inMs === 0 ? '' : ` ${inMs}`)}))`;

/** What an `insert into notices` returns: what `scheduleAddedNotices` needs. It tells the bell, too. */
export const returningAdded = (inMs = 0): RawBuilder<unknown> =>
  sql`returning user_id, topic, subject, created_at, ${tellBell(sql`user_id`, inMs)}`;

/** Part of a statement: schedules the email of each notice that the part called `added` has just inserted. */
export const scheduleAddedNotices = (added: RawBuilder<unknown> = sql`added`): RawBuilder<unknown> => sql`
  insert into scheduled_jobs (queue, key, payload, due_at)
  select 'notice-email', concat_ws(' ', user_id, topic, subject),
    jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject),
    created_at + case when topic in ${DELAYED} then ${EMAIL_DELAY} else interval '0' end
  from ${added} as new
  where not exists (select from ${ONLY_IF_CHOSEN} as chosen (topic, kind) where chosen.topic = new.topic) or exists (
    select from notification_preferences p join ${ONLY_IF_CHOSEN} as chosen (topic, kind) on chosen.kind = p.kind
    where p.user_id = new.user_id and chosen.topic = new.topic and p.email <> 'never')
  on conflict do nothing`;

/** An answer isn't news to someone whose tab shows it. If no tab has said so by then, the bell does. */
const ANSWER_NEWS_MS = 10_000;

/** Part of a statement: the answer of the turn `settled` is news soon if it wasn't stopped, unless its owner sees it before (`markSeen`). */
export const announceAnswer = (now: RawBuilder<Date> | Date): RawBuilder<unknown> => sql`
    news as (
      insert into notices (user_id, topic, subject, created_at)
      select owner_id, 'answer', id::text, ${now}::timestamptz + ${sql.lit(`${ANSWER_NEWS_MS} ms`)}::interval from settled where is_unread
      on conflict do nothing ${returningAdded(ANSWER_NEWS_MS)}
    ),
    news_email as (${scheduleAddedNotices(sql`news`)})`;
