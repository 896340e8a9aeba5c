import { sql, type RawBuilder } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { ConversationId, ConversationsTable, MessageId, TurnId, TurnsTable, UserId } from '../types.gen.ts';
import { profileColumns, type ProfileRow } from './profiles.ts';

export type TurnIds = { conversationId: ConversationId; questionId: MessageId; answerId: MessageId };
type Said = { role: 'user' | 'assistant'; content: string };
type Common = {
  profile: ProfileRow;
  /** The turn that has this id already: the call is a repeat. */
  repeated: TurnIds | null;
  history: Said[];
};

/** An answer that may be resumed, with its conversation. */
export type ResumeTarget = TurnIds & {
  assistantId: ConversationsTable['assistant_type'];
  status: TurnsTable['status'];
  content: string;
  /** Times are ISO 8601 texts, as JSON brings them. */
  answeredAt: string;
  question: string;
  askedAt: string;
};

/** Twice what the model gets: some of them may be empty. */
const READ_MESSAGES = 20;

function repeatedTurn(userId: UserId, turnId: TurnId): RawBuilder<TurnIds | null> {
  return sql`(
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = ${userId} and t.id = ${turnId})`;
}

/** The last messages of a conversation, oldest first, without the answer that is to be written. */
function historyOf(userId: UserId, conversationId: RawBuilder<unknown>, without: RawBuilder<unknown>) {
  return sql<Said[]>`(
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.created_at from messages m
      where m.user_id = ${userId} and m.conversation_id = ${conversationId} and m.id is distinct from ${without}
      order by m.created_at desc limit ${sql.lit(READ_MESSAGES)}
    ) h)`;
}

type Row = ProfileRow & Omit<Common, 'profile'>;

const sendContext = compileOnce<{ userId: UserId; turnId: TurnId; conversationId: ConversationId | null }, Row>(
  (db, param) =>
    db
      .selectFrom('profiles')
      .select(profileColumns)
      .select([
        repeatedTurn(param('userId'), param('turnId')).as('repeated'),
        historyOf(param('userId'), sql`${param('conversationId')}::uuid`, sql`null::uuid`).as('history'),
      ])
      .where('user_id', '=', param('userId'))
      .compile(),
);

const resumeContext = compileOnce<
  { userId: UserId; turnId: TurnId; answerId: MessageId },
  Row & { target: ResumeTarget | null }
>((db, param) =>
  db
    .selectFrom('profiles')
    .leftJoin('turns', (join) =>
      join.onRef('turns.user_id', '=', 'profiles.user_id').on('turns.answer_id', '=', param('answerId')),
    )
    .select(profileColumns)
    .select([
      repeatedTurn(param('userId'), param('turnId')).as('repeated'),
      historyOf(param('userId'), sql.ref('turns.conversation_id'), sql.ref('turns.answer_id')).as('history'),
      sql<ResumeTarget | null>`(
        select json_build_object('conversationId', c.id, 'questionId', turns.question_id, 'answerId', m.id,
          'assistantId', c.assistant_type, 'status', turns.status, 'content', m.content, 'answeredAt', m.created_at,
          'question', q.content, 'askedAt', q.created_at)
        from conversations c
          join messages m on m.user_id = c.user_id
          join messages q on q.user_id = c.user_id and q.id = turns.question_id
        where c.user_id = ${param('userId')} and c.id = turns.conversation_id and c.deleted_at is null
          and m.id = turns.answer_id)`.as('target'),
    ])
    .where('profiles.user_id', '=', param('userId'))
    .compile(),
);

function toCommon<T extends Row>({ repeated, history, ...rest }: T) {
  return { profile: rest, repeated, history };
}

/** All that a send needs to know, in one statement. */
export async function readSendContext(
  db: Db,
  keys: { userId: UserId; turnId: TurnId; conversationId: ConversationId | null },
): Promise<Common> {
  const [row] = await sendContext(db, keys);
  if (!row) throw new Error('everybody has a profile');
  return toCommon(row);
}

/** All that writing an answer anew or going on with it needs to know, in one statement. */
export async function readResumeContext(
  db: Db,
  keys: { userId: UserId; turnId: TurnId; answerId: MessageId },
): Promise<Common & { target: ResumeTarget | null }> {
  const [row] = await resumeContext(db, keys);
  if (!row) throw new Error('everybody has a profile');
  const { target, ...rest } = row;
  return { ...toCommon(rest), target };
}
