import { randomUUID } from 'node:crypto';
import { conversationIdSchema, messageIdSchema, turnIdSchema } from '#contract/ids.ts';
import type { Db } from '../client.ts';
import { searchWords } from '../queries/chat/search-words.ts';
import type { ConversationId, MessageId, UserId } from '../types.gen.ts';

const MINUTE_MS = 60_000;
/** How many exchanges one statement adds: a statement has a limited number of parameters. */
const BATCH = 250;

const TOPICS = ['bowls', 'mugs', 'dinner plates', 'vases', 'teapots', 'the spring range', 'the market stall'];
const REQUESTS = [
  'Plan a week of posts about',
  'Write a product text for',
  'Name three gift ideas with',
  'Draft an email about',
];
const POINTS = [
  'Begin with what you make and where, in one sentence.',
  'Show one piece in use, on a table that has been lived at.',
  'Say how long it takes from the wheel to the shelf; people like to know.',
  'End with one thing to do: reply, visit or order.',
];
const PARAGRAPH =
  'Keep it short and warm, the way you talk at the stall. Nobody reads the second paragraph of an advert, but everybody reads the second sentence of a story, so put the surprising part there and the price after it.';

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!; // reason: never past its end

/** Exchanges of different lengths about an invented pottery; `Request 17` and `Answer 17` are found by their numbers. */
function exchange(number: number): { question: string; answer: string } {
  const topic = pick(TOPICS, number);
  const points = POINTS.slice(0, 1 + (number % POINTS.length)).map((point) => `- ${point}`);
  const paragraphs = Array.from({ length: 1 + (number % 3) }, () => PARAGRAPH);
  return {
    question: `Request ${number}: ${pick(REQUESTS, number)} ${topic}.`,
    answer: [`**Answer ${number}**, about ${topic}.`, ...paragraphs, points.join('\n')].join('\n\n'),
  };
}

type LongConversation = {
  userId: UserId;
  assistantId: 'brain_ai' | 'emmie';
  title: string;
  /** How many questions and answers, together; an even number. */
  messages: number;
  /** When its last question was asked; each of the others was asked a minute before the next. */
  until: Date;
};

/** Adds a finished conversation of any length, which can be searched like one that was written. */
export async function addLongConversation(db: Db, conversation: LongConversation): Promise<ConversationId> {
  const { userId, assistantId, title, messages, until } = conversation;
  const id = conversationIdSchema.parse(randomUUID());
  const count = messages / 2;
  const askedAt = (number: number) => new Date(until.getTime() - (count - number) * MINUTE_MS);
  const wordsOf = (content: string) => searchWords(userId, content);
  await db
    .insertInto('conversations')
    .values({ id, user_id: userId, assistant_type: assistantId, title, created_at: askedAt(1), updated_at: until })
    .execute();
  let last: MessageId | null = null;
  for (let first = 1; first <= count; first += BATCH) {
    const exchanges = Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, index) => ({
      ...exchange(first + index),
      at: askedAt(first + index),
      questionId: messageIdSchema.parse(randomUUID()),
      answerId: messageIdSchema.parse(randomUUID()),
      turnId: turnIdSchema.parse(randomUUID()),
    }));
    const common = { user_id: userId, conversation_id: id };
    await db
      .insertInto('messages')
      .values(
        exchanges.flatMap(({ question, answer, at, questionId, answerId }) => [
          {
            ...common,
            id: questionId,
            role: 'user' as const,
            content: question,
            created_at: at,
            words: wordsOf(question),
          },
          {
            ...common,
            id: answerId,
            role: 'assistant' as const,
            content: answer,
            created_at: new Date(at.getTime() + 1),
            words: wordsOf(answer),
          },
        ]),
      )
      .execute();
    await db
      .insertInto('turns')
      .values(
        exchanges.map(({ at, questionId, answerId, turnId }, index) => ({
          ...common,
          follows: exchanges[index - 1]?.answerId ?? last ?? id,
          id: turnId,
          question_id: questionId,
          answer_id: answerId,
          month_year: at.toISOString().slice(0, 7),
          status: 'complete' as const,
          lease_expires_at: at,
          created_at: at,
          settled_at: at,
        })),
      )
      .execute();
    last = exchanges.at(-1)?.answerId ?? last;
  }
  await db
    .updateTable('conversations')
    .set({ last_answer_id: last })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  return id;
}
