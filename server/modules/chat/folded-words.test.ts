import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fold, wordsOf } from '#contract/chat/search-words.ts';
import { messageIdSchema } from '#contract/ids.ts';
import { addLongConversation } from '#db/demo/long-conversations.ts';
import { folded } from '#db/queries/chat/search-words.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { up } from '../../../migrations/0065-folded-words.ts';

const TEXTS = [
  'Söhne, Straße, CRÈME brûlée, cafe\u0301, Öff\u00adnungszeiten, İstanbul, ıslak, Łódź, Ærø, ΟΔΟΣ, Йод',
  'invoice-0042.pdf, INV0042, (419) 555-0134, +1 419.555.0134, $1,250.50, 2026-11-28, 12345678901234567890123',
  '419-555-0134, 419-555-0135, 419-555-0136',
  'Sizes 10 12 14 16 18 20 419-555-0134, 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9',
  `간장 ${'간장 각'.normalize('NFD')} か が ${'が'.normalize('NFD')} ｶﾞ ㄱㅏ ㅋㅋㅋ`,
  'C++ and C#, F#, A+, c+++, g++11, S+M, #sale, ½ ™ ² … € 100%',
  '🙂 👍🏽 👩‍🚀 ❤️ ☕ ５００ｇ Ｃａｆｅ ﬁnal',
  '今年的预算。 東京タワー 서울에서 が สวัสดี हिन्दी العَرَبِيَّة שָׁלוֹם',
  `1 2 3 4 5 6 7 8 9 10 11 12 it's don’t e-mail foo_bar \\ ' ${'x'.repeat(80)} ${'字'.repeat(80)}`,
];

/** Parts of these and numbers with separators, mixed; the same in every run. */
const MIXED = fc
  .sample(
    fc.array(
      fc.oneof(
        fc.constantFrom(...TEXTS.flatMap((text) => text.split(' '))),
        fc.string({ unit: fc.constantFrom(...'09 .,:()/+-–#cC\n'), maxLength: 12 }),
      ),
      { maxLength: 8 },
    ),
    { numRuns: 100, seed: 65 },
  )
  .map((parts) => parts.join(' '));

test('the browser, the server and the database read the same words in a text', async () => {
  const app = await createTestApp();
  const { userId } = await aPerson(app);
  const now = await app.clock.now();
  const empty = { userId, assistantId: 'emmie', title: 'Words', messages: 0, until: now } as const;
  const conversationId = await addLongConversation(app.db, empty);
  const rows = [...TEXTS, ...MIXED].map((content) => ({
    user_id: userId,
    conversation_id: conversationId,
    id: messageIdSchema.parse(randomUUID()),
    role: 'user' as const,
    content,
    created_at: now,
    words: '',
  }));
  await app.db.insertInto('messages').values(rows).execute();
  await up(app.db as never); // reason: migrations know no tables
  const { rows: found } = await sql<{ content: string; words: string[]; folded: string }>`
    select content, tsvector_to_array(words) as words, ${folded(sql`content`)} as folded from messages`.execute(app.db);
  expect(found).toHaveLength(rows.length);
  const digits = userId.slice(0, 8);
  for (const { content, words, folded: text } of found) {
    expect(text).toBe(fold(content));
    expect(words.toSorted()).toEqual(
      wordsOf(content)
        .map((word) => `${digits}${word}`)
        .toSorted(),
    );
  }
});
