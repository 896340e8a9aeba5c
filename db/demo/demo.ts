import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#contract/billing/plans.ts';
import { conversationIdSchema, messageIdSchema, turnIdSchema, userIdSchema } from '#contract/ids.ts';
import type { Db } from '../client.ts';
import { DEMO, DEMO_AT_LIMIT, DEMO_FREE, DEMO_LONG } from './demo-account.ts';
import { DEMO_CONVERSATIONS } from './demo-conversations.ts';
import { addDemoFacts } from './demo-facts.ts';
import { addDemoFile } from './demo-files.ts';
import { addDemoPreferences } from './demo-preferences.ts';
import { addLongConversation } from './long-conversations.ts';
import { searchWords } from '../queries/chat/search-words.ts';
import { reserveUse } from '../queries/usage/usage-receipts.ts';
import type { ConversationId, MessageId, TurnId, UserId } from '../types.gen.ts';
import { inTransaction } from '../transaction.ts';

const HOUR_MS = 3_600_000;

type Person = {
  email: string;
  passwordHash: string;
  fullName: string;
  status: 'none' | 'trial' | 'active';
  tier: 'free' | 'pro';
  /** Usage this month from before there was any history. */
  messagesUsed: number;
};

/** Answered messages, with their receipts. */
async function addUse(trx: Db, use: { userId: UserId; id: string; amount: number; subject: string; now: Date }) {
  const period = use.now.toISOString().slice(0, 7);
  await reserveUse(trx, { ...use, kind: 'messages', period, limit: null, warnAt: null, status: 'counted' });
}

async function addPerson(trx: Db, person: Person, now: Date): Promise<UserId | null> {
  const id = userIdSchema.parse(randomUUID());
  const added = await trx
    .insertInto('users')
    .values({
      id,
      email: person.email,
      email_lower: person.email,
      password_hash: person.passwordHash,
      email_confirmed_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email_lower').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return null;
  await trx
    .insertInto('profiles')
    .values({
      user_id: id,
      full_name: person.fullName,
      business_name: 'Fern & Kiln',
      website: 'fernandkiln.example',
      business_type: 'ecommerce',
      business_goals: ['sales', 'traffic'],
      business_size: 'small',
      revenue_range: '100k-500k',
      subscription_tier: person.tier,
      subscription_status: person.status,
      trial_ends_at: person.status === 'trial' ? new Date(now.getTime() + 5 * DAY_MS) : null,
      updated_at: now,
    })
    .execute();
  await trx
    .insertInto('usage_tracking')
    .values({ user_id: id, month_year: now.toISOString().slice(0, 7) })
    .execute();
  const amount = person.messagesUsed;
  if (amount > 0) await addUse(trx, { userId: id, id: randomUUID(), amount, subject: 'earlier', now });
  return id;
}

type Turn = {
  id: TurnId;
  userId: UserId;
  conversationId: ConversationId;
  question: string;
  answer: string;
  askedAt: Date;
  follows: string;
  choice: number;
  isReplaced: boolean;
  sourceIds: string[];
};

/** Adds a turn and returns its answer. */
async function addTurn(trx: Db, turn: Turn): Promise<MessageId> {
  const { userId, conversationId, askedAt, isReplaced, follows, choice } = turn;
  const wordsOf = (content: string) => searchWords(userId, content);
  const common = { user_id: userId, conversation_id: conversationId };
  const [questionId, answerId] = [messageIdSchema.parse(randomUUID()), messageIdSchema.parse(randomUUID())];
  const answeredAt = new Date(askedAt.getTime() + 1);
  const said = [
    { id: questionId, role: 'user', content: turn.question, created_at: askedAt },
    { id: answerId, role: 'assistant', content: turn.answer, created_at: answeredAt },
  ] as const; // reason: the roles are two, not any string
  await trx
    .insertInto('messages')
    .values(
      said.map((one) => ({
        ...common,
        ...one,
        words: wordsOf(one.content),
        is_replaced: isReplaced,
        source_ids: one.role === 'user' ? turn.sourceIds : [],
      })),
    )
    .execute();
  await trx
    .insertInto('turns')
    .values({
      ...common,
      id: turn.id,
      question_id: questionId,
      answer_id: answerId,
      month_year: askedAt.toISOString().slice(0, 7),
      status: 'complete',
      lease_expires_at: answeredAt,
      created_at: askedAt,
      settled_at: answeredAt,
      follows,
      choice,
    })
    .execute();
  return answerId;
}

async function addHistory(trx: Db, userId: UserId, now: Date): Promise<void> {
  for (const sample of DEMO_CONVERSATIONS) {
    const { assistantId, title, turns, replaced = [], file } = sample;
    const conversationId = conversationIdSchema.parse(randomUUID());
    const startedAt = new Date(now.getTime() - sample.hoursAgo * HOUR_MS);
    await trx
      .insertInto('conversations')
      .values({
        id: conversationId,
        user_id: userId,
        assistant_type: assistantId,
        title,
        created_at: startedAt,
        updated_at: startedAt,
      })
      .execute();
    const files = file ? [await addDemoFile(trx, userId, file, { conversationId, addedAt: startedAt })] : [];
    let before = turns.length + replaced.length;
    /** Adds a thread from its beginning, and returns its last answer. */
    const addThread = async (thread: typeof turns, isReplaced: boolean, version: number) => {
      let last: MessageId | null = null;
      for (const exchange of thread) {
        before -= 1;
        const askedAt = new Date(startedAt.getTime() - before * 60_000);
        const id = turnIdSchema.parse(randomUUID());
        const isFirst = last === null;
        const place = { follows: last ?? conversationId, choice: isFirst ? version : 1 };
        const sourceIds = isFirst ? files : [];
        last = await addTurn(trx, {
          ...exchange,
          ...place,
          id,
          userId,
          conversationId,
          askedAt,
          isReplaced,
          sourceIds,
        });
        await addUse(trx, { userId, id, amount: 1, subject: assistantId, now: askedAt });
      }
      return last;
    };
    if (replaced.length > 0) await addThread(replaced, true, 1);
    const lastAnswerId = await addThread(turns, false, replaced.length > 0 ? 2 : 1);
    await trx
      .updateTable('conversations')
      .set({ last_answer_id: lastAnswerId })
      .where('user_id', '=', userId)
      .where('id', '=', conversationId)
      .execute();
  }
}

/** Adds the three demo accounts; existing ones stay unchanged. `passwordHash` is the hash of their shared password. Returns how many were added. */
export async function seedDemo(db: Db, passwordHash: string, now: Date): Promise<number> {
  const people: Person[] = [
    { email: DEMO.email, passwordHash, fullName: 'Maya Lindqvist', status: 'trial', tier: 'free', messagesUsed: 0 },
    { email: DEMO_FREE.email, passwordHash, fullName: 'Tomás Rey', status: 'none', tier: 'free', messagesUsed: 0 },
    {
      email: DEMO_AT_LIMIT.email,
      passwordHash,
      fullName: 'Ada Oyelaran',
      status: 'none',
      tier: 'free',
      messagesUsed: 50,
    },
  ];
  return inTransaction(db, async (trx) => {
    let added = 0;
    for (const person of people) {
      const userId = await addPerson(trx, person, now);
      if (userId === null) continue;
      added += 1;
      if (person.email !== DEMO.email) continue;
      await addHistory(trx, userId, now);
      await addDemoPreferences(trx, userId, now);
      await addDemoFacts(trx, userId, now);
    }
    return added;
  });
}

/** Adds an account with a conversation of 5,000 messages, and one of 50 to compare it with. Returns false if it already exists. */
export async function seedLongConversations(db: Db, passwordHash: string, now: Date): Promise<boolean> {
  const { email } = DEMO_LONG;
  const person: Person = {
    email,
    passwordHash,
    fullName: 'Noor Haddad',
    status: 'trial',
    tier: 'free',
    messagesUsed: 0,
  };
  return inTransaction(db, async (trx) => {
    const userId = await addPerson(trx, person, now);
    if (userId === null) return false;
    const common = { userId, assistantId: 'emmie' as const };
    const earlier = new Date(now.getTime() - HOUR_MS);
    await addLongConversation(trx, { ...common, title: 'Fifty messages', messages: 50, until: earlier });
    await addLongConversation(trx, { ...common, title: 'Five thousand messages', messages: 5_000, until: now });
    return true;
  });
}
