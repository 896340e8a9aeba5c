import { sql, type Selectable } from 'kysely';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { ConversationId, ConversationsTable, MessageId, ProfilesTable, UserId } from '../../types.gen.ts';
import type { FactId } from '../brain/facts.ts';
import { isDisputed, isSuggestion } from '../brain/suggestions.ts';
import { saidUntil } from '../chat/quoting.ts';
import { accessColumns, type AccessRow } from '../identity/profiles.ts';
import { PersonGoneError } from '../identity/person-gone.ts';

/** Conversations and dates that are looked at; of each answer, this much of its beginning and its end. */
const THREADS_MAX = 12;
const DATES_MAX = 10;
const SIDES_MAX = 3;
const BEGINNING_CHARACTERS = 600;
const ENDING_CHARACTERS = 500;

type Profile = Selectable<ProfilesTable>;

/** A conversation and its last answer, which is complete. */
export type OpenThread = {
  conversationId: ConversationId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  answerId: MessageId;
  beginning: string;
  ending: string;
  /** The whole answer, and what was said before it. */
  said: string;
  /** ISO 8601, as JSON delivers it. */
  answeredAt: string;
  isUnread: boolean;
};

export type DatedFact = {
  id: FactId;
  subject: string;
  statement: string;
  validFrom: string | null;
  validUntil: string | null;
};

export type HomeRow = AccessRow & {
  timeZone: string;
  businessType: Profile['business_type'];
  goals: Profile['business_goals'];
  messagesUsed: number;
  /** The assistants that the person has a conversation with, ever. */
  met: ConversationsTable['assistant_type'][];
  /** Newest first. Excludes private conversations, and those whose last answer is private. */
  threads: OpenThread[];
  /** How many conflicts there are, and what the facts of the newest say, the newest fact first. */
  conflicts: { count: number; sides: { subject: string; says: string; isDisputed: boolean }[] };
  /** How many facts wait to be confirmed, and the newest of them. */
  suggested: { count: number; newest: { subject: string; statement: string } | null };
  /** Undisputed facts that begin or end in these days, the next first. */
  dates: DatedFact[];
  /** The cards of days that are someone's today somewhere on earth. */
  days: { day: string; cards: string[] }[];
};

type Keys = {
  userId: UserId;
  /** A month in UTC. */
  month: string;
  /** Conversations since then. */
  since: Date;
  /** Days, as YYYY-MM-DD. */
  firstDay: string;
  lastDay: string;
  datesUntil: string;
};

const homeRow = compileOnce<Keys, HomeRow>((db, param) => {
  const userId = sql<UserId>`${param('userId')}::uuid`;
  const firstDay = sql`${param('firstDay')}::text`;
  const datesUntil = sql`${param('datesUntil')}::text`;
  const isNear = (day: 'valid_from' | 'valid_until') => sql`${sql.ref(day)} between ${firstDay} and ${datesUntil}`;
  return db
    .selectFrom('profiles')
    .select(accessColumns)
    .select([
      'profiles.time_zone as timeZone',
      'profiles.business_type as businessType',
      'profiles.business_goals as goals',
      sql<number>`coalesce((
        select messages_used from usage_tracking where user_id = ${userId} and month_year = ${param('month')}), 0)::int`.as(
        'messagesUsed',
      ),
      sql<HomeRow['met']>`array(
        select distinct assistant_type from conversations where user_id = ${userId} and deleted_at is null)`.as('met'),
      sql<OpenThread[]>`(
        select coalesce(json_agg(json_build_object('conversationId', c.id, 'assistantId', c.assistant_type, 'title', c.title,
          'answerId', m.id, 'beginning', m.beginning, 'ending', m.ending, 'said', m.said, 'answeredAt', t.settled_at,
          'isUnread', exists (select from turns u where u.user_id = ${userId} and u.conversation_id = c.id and u.is_unread)
          ) order by c.updated_at desc), '[]')
        from (
          select id, assistant_type, title, updated_at from conversations
          where user_id = ${userId} and deleted_at is null and not is_private and updated_at >= ${param('since')}
          order by updated_at desc limit ${sql.lit(THREADS_MAX)}
        ) c
        cross join lateral (
          select id, left(content, ${sql.lit(BEGINNING_CHARACTERS)}) as beginning, right(content, ${sql.lit(ENDING_CHARACTERS)}) as ending,
            is_private, ${saidUntil(userId, 'answers')} as said
          from messages answers
          where user_id = ${userId} and conversation_id = c.id and role = 'assistant' and not is_replaced
          order by created_at desc limit 1
        ) m
        join turns t on t.user_id = ${userId} and t.answer_id = m.id and t.status = 'complete'
        where not m.is_private)`.as('threads'),
      sql<HomeRow['conflicts']>`(
        select json_build_object('count', count(distinct conflict_id)::int, 'sides', coalesce((
          select json_agg(json_build_object('subject', r.subject, 'says', coalesce(nullif(r.value, ''), r.statement),
            'isDisputed', r.is_disputed) order by r.number desc)
          from (
            select subject, value, statement, number, ${isDisputed(userId, 'facts')} as is_disputed from facts
            where user_id = ${userId} and state = 'conflict' and conflict_id = (
              select conflict_id from facts where user_id = ${userId} and state = 'conflict' order by number desc limit 1)
            order by number desc limit ${sql.lit(SIDES_MAX)}
          ) r), '[]'))
        from facts where user_id = ${userId} and state = 'conflict')`.as('conflicts'),
      sql<HomeRow['suggested']>`(
        select json_build_object('count', count(*)::int, 'newest', (
          select json_build_object('subject', subject, 'statement', statement) from facts
          where user_id = ${userId} and state = 'suggested' order by number desc limit 1))
        from facts where user_id = ${userId} and state = 'suggested')`.as('suggested'),
      sql<DatedFact[]>`(
        select coalesce(json_agg(json_build_object('id', d.id, 'subject', d.subject, 'statement', d.statement,
          'validFrom', d.valid_from, 'validUntil', d.valid_until) order by d.next), '[]')
        from (
          select id, subject, statement, valid_from, valid_until,
            least(case when valid_from >= ${firstDay} then valid_from end, case when valid_until >= ${firstDay} then valid_until end) as next
          from facts
          where user_id = ${userId} and (valid_from is not null or valid_until is not null)
            and (state = 'confirmed' or state = 'conflict' and not ${isSuggestion('facts')} and not ${isDisputed(userId, 'facts')})
            and (${isNear('valid_from')} or ${isNear('valid_until')})
          order by next limit ${sql.lit(DATES_MAX)}
        ) d)`.as('dates'),
      sql<HomeRow['days']>`(
        select coalesce(json_agg(json_build_object('day', day, 'cards', cards)), '[]') from daily_cards
        where user_id = ${userId} and day between ${firstDay} and ${param('lastDay')}::text)`.as('days'),
    ])
    .where('profiles.user_id', '=', param('userId'))
    .compile();
});

/** Everything that the cards on Home depend on, in one statement. */
export async function readHome(db: Db, keys: Keys): Promise<HomeRow> {
  const [row] = await homeRow(db, keys);
  if (!row) throw new PersonGoneError(keys.userId);
  return row;
}

/**
 * Keeps the cards of a person's day, unless others have been chosen for it already, and returns those that are kept. What was kept for
 * days before `firstDay` is deleted.
 */
export async function keepCards(
  db: Db,
  { userId, day, cards, now, firstDay }: { userId: UserId; day: string; cards: string[]; now: Date; firstDay: string },
): Promise<string[]> {
  const { rows } = await sql<{ cards: string[] }>`
    with outdated as (delete from daily_cards where user_id = ${userId} and day < ${firstDay})
    insert into daily_cards (user_id, day, cards, chosen_at) values (${userId}, ${day}, ${sql.val(cards)}::text[], ${now})
    on conflict (user_id, day) do update set cards = daily_cards.cards
    returning cards`.execute(db);
  return rows[0]?.cards ?? cards;
}
