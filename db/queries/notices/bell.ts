import { sql, type RawBuilder } from 'kysely';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type {
  ConversationId,
  ConversationsTable,
  FactsTable,
  NoticesTable,
  NotificationPreferencesTable,
  TurnsTable,
  UserId,
} from '../../types.gen.ts';
import { isTitlePrivate } from '../chat/quoting.ts';
import { notifyBell } from './added-notices.ts';

export type Kind = NotificationPreferencesTable['kind'];
/** What the bell shows: the topics, and the kind of each, in the same order. */
export type Shown = { topics: string[]; kinds: Kind[] };
/** Whose bell, and when. What was added before `since` is gone. */
type Bell = { userId: UserId; now: Date; since: Date; withMuted: boolean } & Shown;
type Param<P> = <K extends keyof P & string>(name: K) => P[K];

/** The row that a notice is about: its subject is the row's id. */
const idIf = (topic: string) => sql`case when n.topic = ${sql.lit(topic)} then n.subject::uuid end`;

/**
 * The notices that a person's bell shows. Those about something that is gone by now are left out: a conversation that was deleted, a
 * conflict that is settled, an answer that is being written again. So are answers that were read before they were news.
 */
const shownNotices = (param: Param<Bell>): RawBuilder<unknown> => sql`
  from notices n
    join unnest(${param('topics')}::text[], ${param('kinds')}::text[]) as shown (topic, kind) on shown.topic = n.topic
    left join turns t on t.user_id = n.user_id and t.id = ${idIf('answer')}
    left join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
    left join security_events e on e.user_id = n.user_id and e.id = ${idIf('security')}
  where n.user_id = ${param('userId')} and n.created_at <= ${param('now')} and n.created_at > ${param('since')}
    and (${param('withMuted')}::boolean or not exists (
      select from notification_preferences p where p.user_id = ${param('userId')} and p.kind = shown.kind and p.is_muted))
    and case n.topic
      when 'answer' then c.id is not null and (n.read_at is null or n.read_at >= n.created_at)
      when 'conflict' then exists (select from facts f where f.user_id = ${param('userId')} and f.conflict_id = ${idIf('conflict')})
      when 'security' then e.id is not null
      else true end`;

export type BellRow = {
  topic: NoticesTable['topic'];
  subject: string;
  createdAt: Date;
  isUnread: boolean;
  details: Record<string, unknown>;
  timeZone: string;
  /** answer */
  conversationId: ConversationId | null;
  assistantId: ConversationsTable['assistant_type'] | null;
  title: string | null;
  /** The conversation is private, or began so: its title isn't shown. */
  isPrivate: boolean | null;
  status: TurnsTable['status'] | null;
  /** security */
  event: string | null;
  userAgent: string | null;
  /** conflict: what is said about the same, the oldest first */
  sides:
    | {
        id: string;
        subject: string;
        value: string;
        statement: string;
        question: string;
        source: FactsTable['source'];
        name: string | null;
      }[]
    | null;
};

/** `only` is the id of a single one. `isPending`: only what was neither read nor emailed, and no warning about a limit that is reached by now. */
type Page = Bell & {
  before: Date | null;
  beforeId: string | null;
  only: string | null;
  isPending: boolean;
  limit: number;
};

const listPage = compileOnce<Page, BellRow>((db, param) =>
  sql<BellRow>`
    select n.topic, n.subject, n.created_at as "createdAt", n.read_at is null as "isUnread", n.details,
      (select time_zone from profiles where user_id = ${param('userId')}) as "timeZone",
      c.id as "conversationId", c.assistant_type as "assistantId", c.title, c.is_private or ${isTitlePrivate(param('userId'), 'c')} as "isPrivate", t.status,
      e.kind as event, e.user_agent as "userAgent",
      (select json_agg(json_build_object('id', f.id, 'subject', f.subject, 'value', f.value, 'statement', f.statement, 'question', f.question,
          'source', f.source, 'name', coalesce(s.name, a.name)) order by f.number)
        from facts f left join sources s on s.user_id = f.user_id and s.id = f.source_id and s.deleted_at is null
          left join automations a on a.user_id = f.user_id and a.id = f.automation_id and a.deleted_at is null
        where f.user_id = ${param('userId')} and f.conflict_id = ${idIf('conflict')}) as sides
    ${shownNotices(param)}
      and (${param('before')}::timestamptz is null
        or (n.created_at, n.topic || ':' || n.subject) < (${param('before')}::timestamptz, ${param('beforeId')}::text))
      and (${param('only')}::text is null or n.topic || ':' || n.subject = ${param('only')})
      and (not ${param('isPending')}::boolean or (n.read_at is null and n.emailed_at is null and not (
        n.topic = 'usage_warning' and exists (
          select from notices full_one where full_one.user_id = n.user_id and full_one.topic = 'usage_limit' and full_one.subject = n.subject))))
    order by n.created_at desc, n.topic || ':' || n.subject desc
    limit ${param('limit')}`.compile(db),
);

/** A page of what the bell shows, newest first. */
export const listNotices = (db: Db, page: Page): Promise<BellRow[]> => listPage(db, page);

const count = compileOnce<Bell & { most: number }, { unread: number; nextAt: Date | null }>((db, param) =>
  sql<{ unread: number; nextAt: Date | null }>`
    select count(*)::int as unread, (
        select min(created_at) from notices
        where user_id = ${param('userId')} and read_at is null and created_at > ${param('now')}) as "nextAt"
    from (select ${shownNotices(param)} and n.read_at is null limit ${param('most')}) unread`.compile(db),
);

/** How many of them are unread, at most `most`, and when the next one is news. */
export async function countUnread(
  db: Db,
  bell: Bell & { most: number },
): Promise<{ unread: number; nextAt: Date | null }> {
  const [row] = await count(db, bell);
  return row ?? { unread: 0, nextAt: null };
}

type Read = { userId: UserId; now: Date };

/** Marks these as read: `topic:subject`. */
export async function markRead(db: Db, { userId, now }: Read, ids: readonly string[]): Promise<void> {
  await sql`
    update notices set read_at = ${now}
    where user_id = ${userId} and read_at is null and created_at <= ${now}
      and (topic, subject) in (
        select split_part(id, ':', 1), substr(id, strpos(id, ':') + 1) from unnest(${[...ids]}::text[]) as id)
    returning ${notifyBell(sql`user_id`)}`.execute(db);
}

/** Marks everything as read that was added until then. What is muted isn't seen, so it stays as it is. */
export async function markAllRead(
  db: Db,
  { userId, now, until, topics, kinds }: Read & Shown & { until: Date },
): Promise<void> {
  await sql`
    update notices n set read_at = ${now}
    from unnest(${topics}::text[], ${kinds}::text[]) as shown (topic, kind)
    where n.user_id = ${userId} and n.read_at is null and n.created_at <= ${until} and shown.topic = n.topic
      and not exists (select from notification_preferences p where p.user_id = ${userId} and p.kind = shown.kind and p.is_muted)
    returning ${notifyBell(sql`n.user_id`)}`.execute(db);
}

/** Conflicts that were settled elsewhere need nobody's attention anymore. */
export async function markSettledConflictsRead(trx: Db, userId: UserId): Promise<void> {
  await sql`
    update notices n set read_at = n.created_at
    where n.user_id = ${userId} and n.topic = 'conflict' and n.read_at is null
      and not exists (select from facts f where f.user_id = ${userId} and f.conflict_id = ${idIf('conflict')})
    returning ${notifyBell(sql`n.user_id`)}`.execute(trx);
}
