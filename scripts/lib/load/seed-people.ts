import { createHash } from 'node:crypto';
import { type DatabaseLocation, type Db, openDatabase } from '#db/client.ts';
import { DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import { seedDemo } from '#db/demo/demo.ts';
import { migrateToLatest } from '#db/migrate.ts';
import type { ConversationId, MessageId, TurnId, UserId } from '#db/types.gen.ts';
import { hashPassword } from '#server/lib/crypto/password-hash.ts';
import { sha256, userToken } from '#server/lib/crypto/secrets.ts';

const DAY_MS = 86_400_000;
const SESSIONS = 3;
const CONVERSATIONS = 3;
const TURNS = 3;
const QUESTION = 'How do we bring back the customers who bought once and never again? ';
const ANSWER = 'Write to them while they still remember you, and give them one reason to return. '.repeat(11);

/** A person who exists before the product starts. Everything about them is derived from their number. */
export type SeededPerson = {
  userId: string;
  email: string;
  password: string;
  /** One per session, starting with the first session's. */
  cookies: string[];
  conversationIds: string[];
  messageIds: string[];
};

const uuidOf = (kind: number, person: number, index = 0) =>
  `00000000-0000-4000-8${kind.toString(16).padStart(3, '0')}-${person.toString(16).padStart(8, '0')}${index.toString(16).padStart(4, '0')}`;
const turnNumbers = Array.from({ length: CONVERSATIONS * TURNS }, (_, index) => index);

function personOf(number: number): SeededPerson & { sessionSecrets: string[] } {
  const userId = uuidOf(0, number);
  const sessionSecrets = Array.from({ length: SESSIONS }, (_, index) =>
    createHash('sha256').update(`seeded session ${index} of person ${number}`).digest('base64url'),
  );
  return {
    userId,
    email: `person-${number}@seeded.test`,
    password: DEMO_PASSWORD,
    sessionSecrets,
    cookies: sessionSecrets.map((secret) => `session=${userToken(userId, secret)}`),
    conversationIds: Array.from({ length: CONVERSATIONS }, (_, index) => uuidOf(1, number, index)),
    messageIds: turnNumbers.flatMap((index) => [uuidOf(2, number, index), uuidOf(3, number, index)]),
  };
}

/** Everyone is in a trial, in which nothing is locked, and has just signed in. */
async function addAccounts(db: Db, people: ReturnType<typeof personOf>[], passwordHash: string, now: Date) {
  const rows = people.map((person) => ({ ...person, id: person.userId as UserId })); // reason: a new id gets its brand here
  const later = (days: number) => new Date(now.getTime() + days * DAY_MS);
  await db
    .insertInto('users')
    .values(
      rows.map(({ id, email }) => ({
        id,
        email,
        email_lower: email,
        password_hash: passwordHash,
        email_confirmed_at: now,
        created_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('profiles')
    .values(
      rows.map(({ id }) => ({
        user_id: id,
        full_name: 'Robin Seeded',
        business_name: 'Fern & Kiln',
        business_type: 'ecommerce' as const,
        business_goals: ['sales' as const],
        subscription_tier: 'free' as const,
        subscription_status: 'trial' as const,
        trial_ends_at: later(5),
        updated_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('sessions')
    .values(
      rows.flatMap(({ id, sessionSecrets }, number) =>
        sessionSecrets.map((secret, index) => ({
          id: sha256(secret),
          public_id: uuidOf(5, number, index),
          user_id: id,
          kind: 'browser' as const,
          methods: ['password'],
          created_at: now,
          last_seen_at: now,
          authenticated_at: now,
          expires_at: later(14),
          absolute_expires_at: later(60),
        })),
      ),
    )
    .execute();
}

async function addHistory(db: Db, people: SeededPerson[], now: Date) {
  // reason: new ids get their brands here, as everywhere in this function
  const owned = people.flatMap((person) => person.conversationIds.map((id, index) => ({ person, id, index })));
  const brand = (person: SeededPerson) => person.userId as UserId; // reason: see above
  await db
    .insertInto('conversations')
    .values(
      owned.map(({ person, id, index }) => ({
        id: id as ConversationId, // reason: see above
        user_id: brand(person),
        assistant_type: 'brain_ai' as const,
        title: `Conversation ${index}`,
        last_answer_id: person.messageIds[2 * (index + CONVERSATIONS * (TURNS - 1)) + 1] ?? null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const turns = people.flatMap((person, number) =>
    turnNumbers.map((index) => ({
      user_id: brand(person),
      conversation_id: person.conversationIds[index % CONVERSATIONS] as ConversationId, // reason: see above
      question_id: person.messageIds[2 * index] as MessageId, // reason: see above
      answer_id: person.messageIds[2 * index + 1] as MessageId, // reason: see above
      follows:
        person.messageIds[2 * (index - CONVERSATIONS) + 1] ?? person.conversationIds[index % CONVERSATIONS] ?? '',
      id: uuidOf(4, number, index) as TurnId, // reason: see above
      at: new Date(now.getTime() - DAY_MS + index * 60_000),
    })),
  );
  await db
    .insertInto('messages')
    .values(
      turns.flatMap(({ user_id, conversation_id, question_id, answer_id, at }) => [
        { id: question_id, user_id, conversation_id, role: 'user' as const, content: QUESTION, created_at: at },
        { id: answer_id, user_id, conversation_id, role: 'assistant' as const, content: ANSWER, created_at: at },
      ]),
    )
    .execute();
  await db
    .insertInto('turns')
    .values(
      turns.map(({ at, ...turn }) => ({
        ...turn,
        month_year: at.toISOString().slice(0, 7),
        status: 'complete' as const,
        lease_expires_at: at,
        created_at: at,
        settled_at: at,
      })),
    )
    .execute();
}

/** Creates the database, the demo accounts and `count` people with a little history. The product must not run on it yet. */
export async function seedPeople(location: DatabaseLocation, count: number): Promise<SeededPerson[]> {
  const database = await openDatabase(location);
  try {
    await migrateToLatest(database.db);
    const [passwordHash, now] = [await hashPassword(DEMO_PASSWORD), new Date()];
    await seedDemo(database.db, passwordHash, now);
    const people = Array.from({ length: count }, (_, number) => personOf(number));
    for (let start = 0; start < count; start += 100) {
      const some = people.slice(start, start + 100);
      await addAccounts(database.db, some, passwordHash, now);
      await addHistory(database.db, some, now);
    }
    return people;
  } finally {
    await database.close();
  }
}
