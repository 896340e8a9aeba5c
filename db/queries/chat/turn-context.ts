import { sql, type RawBuilder } from 'kysely';
import type { ScopedPreference } from '#contract/brain/preferences.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { ConversationId, ConversationsTable, MessageId, TurnId, TurnsTable, UserId } from '../../types.gen.ts';
import { PersonGoneError } from '../identity/person-gone.ts';
import { attachedSources, type AttachedSource } from '../brain/attached-sources.ts';
import type { Unwanted } from '../brain/learning.ts';
import { privacyOf, type ChatPrivacy } from './conversations.ts';
import { historyOf, type Said } from './history.ts';
import { nearFor, type Near, type Sought } from '../brain/near.ts';
import { preferencesFor } from '../preferences/answer-preferences.ts';
import { knownFor, lastMessages, type Known } from '../brain/retrieval.ts';
import { summaryOf } from './summaries.ts';
import { candidatesOf, type CandidateFact } from './turn-memory.ts';
import { isVersionOfEarlier, versionsBeside, type ReplacedExchange } from './versions.ts';
import { profileColumns, type ProfileRow } from '../identity/profiles.ts';

export type TurnIds = { conversationId: ConversationId; questionId: MessageId; answerId: MessageId };
type Common = {
  profile: ProfileRow;
  /** How the owner wants answers to be: everyone's preferences, and those of the teammate who answers. */
  preferences: ScopedPreference[];
  /** The turn that has this id already: the call is a repeat. */
  repeated: TurnIds | null;
  history: Said[];
  /** What the messages said that aren't part of the history, or null. */
  summary: string | null;
  /** What of what is known fits the question by its words. */
  known: Known;
  /** What may fit it by its meaning; null if that isn't looked for. */
  near: Near | null;
  /** The files that came with the question. */
  attached: AttachedSource[];
  chat: ChatPrivacy;
  /** The facts that the previous answer asked the owner to choose among, if they haven't chosen yet. */
  candidates: CandidateFact[];
};

/** An answer that may be resumed, with its conversation. */
export type ResumeTarget = TurnIds & {
  assistantId: ConversationsTable['assistant_type'];
  status: TurnsTable['status'];
  content: string;
  /** Times are ISO 8601 texts, as JSON delivers them. */
  answeredAt: string;
  question: string;
  askedAt: string;
  /** What the attempt before was given. */
  offeredFacts: string[];
  offeredPassages: string[];
  offeredMessages: string[];
  /** What was done because the question asked for it; null if nothing has been. */
  commandNote: string | null;
  /** The reason nothing may be learned from it; null if learning is allowed. */
  unwanted: Unwanted | null;
  /** The question was asked in private. */
  isQuestionPrivate: boolean;
  /** Whether it replaced an earlier version of the question. */
  isVersion: boolean;
};

function repeatedTurn(userId: UserId, turnId: TurnId): RawBuilder<TurnIds | null> {
  return sql`(
    select json_build_object('conversationId', t.conversation_id, 'questionId', t.question_id, 'answerId', t.answer_id)
    from turns t where t.user_id = ${userId} and t.id = ${turnId})`;
}

type Row = ProfileRow & Omit<Common, 'profile'>;

type SoughtKeys = { [Key in keyof Sought]: Sought[Key] | null };
const keysOf = (sought: Sought | null): SoughtKeys => sought ?? { signs: null, model: null };

/** The day where this person is. */
const dayOf = (now: Date) => sql<string>`to_char(${now}::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')`;

type NearKeys = SoughtKeys & { userId: UserId; now: Date };
const nearBy = (param: <K extends keyof NearKeys>(name: K) => NearKeys[K]) =>
  nearFor({
    userId: sql`${param('userId')}::uuid`,
    today: dayOf(param('now')),
    signs: sql`${param('signs')}::varbit`,
    model: sql`${param('model')}::text`,
  });

type SendKeys = {
  userId: UserId;
  /** Who answers; null if nobody in particular does. */
  assistantId: AssistantId | null;
  question: string;
  now: Date;
  turnId: TurnId;
  conversationId: ConversationId | null;
  /** The answer whose exchange is replaced: the history includes neither that exchange nor anything after it. */
  replaces: MessageId | null;
  /** The files that come with the question; without any, a reworded question has those it had. */
  sourceIds: readonly string[];
};

/**
 * `isPlain`: the question has no files and replaces nothing, like most. `isMeant`: it has an embedding. Without
 * those parts, PostgreSQL plans the statement faster and is more likely to reuse the plan.
 */
const sendContextIf = ({ isPlain, isMeant }: { isPlain: boolean; isMeant: boolean }) =>
  compileOnce<SendKeys & SoughtKeys, Row & { replaced: ReplacedExchange | null }>((db, param) => {
    const replaced = sql`
    select t.question_id, t.follows from turns t
    where t.user_id = ${param('userId')} and t.answer_id = ${param('replaces')}::uuid`;
    const sourceIds = sql`coalesce(nullif(${param('sourceIds')}::uuid[], '{}'), (
    select q.source_ids from messages q join (${replaced}) r on q.id = r.question_id where q.user_id = ${param('userId')}))`;
    const isBefore = isPlain
      ? sql<boolean>`true`
      : sql<boolean>`m.created_at < coalesce((
    select q.created_at from messages q join (${replaced}) r on q.id = r.question_id where q.user_id = ${param('userId')}), 'infinity')`;
    return db
      .selectFrom('profiles')
      .select(profileColumns)
      .select([
        preferencesFor(sql`${param('userId')}::uuid`, sql`${param('assistantId')}::text`).as('preferences'),
        repeatedTurn(param('userId'), param('turnId')).as('repeated'),
        historyOf(param('userId'), sql`${param('conversationId')}::uuid`, isBefore).as('history'),
        summaryOf(sql`${param('userId')}`, sql`${param('conversationId')}::uuid`, isBefore).as('summary'),
        privacyOf(param('userId'), sql`${param('conversationId')}::uuid`).as('chat'),
        candidatesOf(param('userId'), sql`${param('conversationId')}::uuid`, isBefore).as('candidates'),
        knownFor({
          userId: sql`${param('userId')}::uuid`,
          question: sql`${param('question')}::text`,
          saidBefore: lastMessages(param('userId'), sql`${param('conversationId')}::uuid`, isBefore),
          today: dayOf(param('now')),
          now: sql`${param('now')}::timestamptz`,
          conversationId: sql`${param('conversationId')}::uuid`,
          sourceIds: isPlain ? sql`'{}'::uuid[]` : sourceIds,
        }).as('known'),
        (isMeant ? nearBy(param) : sql<null>`null::json`).as('near'),
        (isPlain
          ? sql<AttachedSource[]>`'[]'::json`
          : attachedSources(param('userId'), sourceIds, sql`${param('conversationId')}::uuid`)
        ).as('attached'),
        (isPlain
          ? sql<null>`null::json`
          : sql<ReplacedExchange | null>`(
        select json_build_object('question', q.content, 'versions', ${versionsBeside(param('userId'), sql`r.follows`)},
          'repeats', (
            select said.id from turns v join messages said on said.user_id = ${param('userId')} and said.id = v.question_id
            where v.user_id = ${param('userId')} and v.follows = r.follows and said.content = ${param('question')}::text
            order by said.created_at, said.id limit 1))
        from (${replaced}) r join messages q on q.user_id = ${param('userId')} and q.id = r.question_id)`
        ).as('replaced'),
      ])
      .where('user_id', '=', param('userId'))
      .compile();
  });
const sendPlainContext = sendContextIf({ isPlain: true, isMeant: false });
const sendPlainMeantContext = sendContextIf({ isPlain: true, isMeant: true });
const sendContext = sendContextIf({ isPlain: false, isMeant: false });
const sendMeantContext = sendContextIf({ isPlain: false, isMeant: true });
type ResumeKeys = { userId: UserId; turnId: TurnId; answerId: MessageId; now: Date };
const resumeContext = compileOnce<ResumeKeys & SoughtKeys, Row & { target: ResumeTarget | null }>((db, param) => {
  const ofQuestion = (column: string) => sql`(
    select ${sql.ref(`q.${column}`)} from messages q where q.user_id = ${param('userId')} and q.id = ${sql.ref('turns.question_id')})`;
  const sourceIds = sql`coalesce(${ofQuestion('source_ids')}, '{}')`;
  return db
    .selectFrom('profiles')
    .leftJoin('turns', (join) =>
      join.onRef('turns.user_id', '=', 'profiles.user_id').on('turns.answer_id', '=', param('answerId')),
    )
    .select(profileColumns)
    .select([
      preferencesFor(
        sql`${param('userId')}::uuid`,
        sql`(
        select c.assistant_type from conversations c
        where c.user_id = ${param('userId')} and c.id = ${sql.ref('turns.conversation_id')})`,
      ).as('preferences'),
      repeatedTurn(param('userId'), param('turnId')).as('repeated'),
      historyOf(
        param('userId'),
        sql.ref('turns.conversation_id'),
        sql<boolean>`m.id is distinct from ${sql.ref('turns.answer_id')}`,
      ).as('history'),
      summaryOf(sql`${param('userId')}`, sql.ref('turns.conversation_id')).as('summary'),
      privacyOf(param('userId'), sql.ref('turns.conversation_id')).as('chat'),
      candidatesOf(
        param('userId'),
        sql.ref('turns.conversation_id'),
        sql`m.id is distinct from ${sql.ref('turns.answer_id')}`,
      ).as('candidates'),
      knownFor({
        userId: sql`${param('userId')}::uuid`,
        question: ofQuestion('content'),
        saidBefore: lastMessages(
          param('userId'),
          sql.ref('turns.conversation_id'),
          sql<boolean>`m.created_at < ${ofQuestion('created_at')}`,
        ),
        today: dayOf(param('now')),
        now: sql`${param('now')}::timestamptz`,
        conversationId: sql.ref('turns.conversation_id'),
        sourceIds,
      }).as('known'),
      nearBy(param).as('near'),
      attachedSources(param('userId'), sourceIds, sql.ref('turns.conversation_id')).as('attached'),
      sql<ResumeTarget | null>`(
        select json_build_object('conversationId', c.id, 'questionId', turns.question_id, 'answerId', m.id,
          'assistantId', c.assistant_type, 'status', turns.status, 'content', m.content, 'answeredAt', m.created_at,
          'question', q.content, 'askedAt', q.created_at, 'offeredFacts', turns.offered_facts,
          'offeredPassages', turns.offered_passages, 'offeredMessages', turns.offered_messages, 'commandNote', turns.command_note,
          'isVersion', ${isVersionOfEarlier(param('userId'), 'q')}, 'isQuestionPrivate', q.is_private, 'unwanted',
          case when c.is_private or q.is_private then 'private' when not profiles.learns_from_chats then 'off' end)
        from conversations c
          join messages m on m.user_id = c.user_id
          join messages q on q.user_id = c.user_id and q.id = turns.question_id
        where c.user_id = ${param('userId')} and c.id = turns.conversation_id and c.deleted_at is null
          and m.id = turns.answer_id)`.as('target'),
    ])
    .where('profiles.user_id', '=', param('userId'))
    .compile();
});

function toCommon<T extends Row>(row: T) {
  const { preferences, repeated, history, summary, known, near, attached, chat, candidates, ...profile } = row;
  return { profile, preferences, repeated, history, summary, known, near, attached, chat, candidates };
}

/** Everything needed to send a message, in one statement. */
export async function readSendContext(
  db: Db,
  keys: SendKeys,
  sought: Sought | null,
): Promise<Common & { replaced: ReplacedExchange | null }> {
  const [readPlain, readAny] = sought ? [sendPlainMeantContext, sendMeantContext] : [sendPlainContext, sendContext];
  const read = keys.sourceIds.length === 0 && keys.replaces === null ? readPlain : readAny;
  const [row] = await read(db, { ...keys, ...keysOf(sought) });
  if (!row) throw new PersonGoneError(keys.userId);
  const { replaced, ...rest } = row;
  return { ...toCommon(rest), replaced };
}

/** Everything needed to rewrite or continue an answer, in one statement. */
export async function readResumeContext(
  db: Db,
  keys: ResumeKeys,
  sought: Sought | null,
): Promise<Common & { target: ResumeTarget | null }> {
  const [row] = await resumeContext(db, { ...keys, ...keysOf(sought) });
  if (!row) throw new PersonGoneError(keys.userId);
  const { target, ...rest } = row;
  return { ...toCommon(rest), target };
}
