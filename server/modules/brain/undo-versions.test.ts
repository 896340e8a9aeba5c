import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { messageIdSchema } from '#contract/ids.ts';
import { knowingModel, knownTo, say, tell } from '#tests/support/brain/brain.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { afterUndo } from './undo-versions.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});

/** Edits the first question of a thread that has said 120 facts. What they said is still known. */
async function editedThread() {
  const { conversation, question: original, answer } = await tell(app, maya, 'Good morning!');
  const here = { in: conversation.id };
  await tell(app, maya, 'The mug is $9.', here);
  await sql`
    insert into facts select (jsonb_populate_record(facts, jsonb_build_object(
      'id', gen_random_uuid(), 'number', facts.number + n, 'subject', n, 'statement', statement || n, 'words', ''))).*
    from facts, generate_series(1, 119) n where facts.subject = 'Mug'`.execute(app.db);
  const { question } = await say(app, maya, 'Good evening!', { ...here, replaces: answer.id });
  const edited = {
    userId: maya.userId,
    questionId: messageIdSchema.parse(question.id),
    isVersion: true,
    unwanted: null,
  };
  return { conversationId: conversation.id, messageId: original.id, edited };
}

/** Calls `then` once, after the next transaction. */
function afterNextTransaction(then: () => Promise<unknown> | void) {
  const first = app.db.transaction();
  const run = first.execute.bind(first);
  vi.spyOn(first, 'execute').mockImplementationOnce(async (work) => {
    const result = await run(work);
    await then();
    return result;
  });
  vi.spyOn(app.db, 'transaction').mockReturnValueOnce(first);
}

test('a long thread that was edited away is undone whole, even if it is shown again meanwhile', async () => {
  const { conversationId, messageId, edited } = await editedThread();
  afterNextTransaction(() => maya.api.chat.showVersion.mutate({ conversationId, messageId }));
  await afterUndo(app.db, edited, async () => {});
  expect(await knownTo(maya)).toEqual([]);
});

test('undoing that is stopped halfway leaves no fact in conflict with nothing', async () => {
  await tell(app, maya, 'The large bowl is $38.', { to: 'seomi' });
  const { edited } = await editedThread();
  await sql`
    update facts set state = 'conflict', conflict_id = (select id from facts order by number limit 1)
    where number in ((select min(number) from facts), (select max(number) from facts))`.execute(app.db);
  const stop = new AbortController();
  afterNextTransaction(() => stop.abort());
  await expect(afterUndo(app.db, edited, async () => {}, stop.signal)).rejects.toThrow();
  const left = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from facts where state <> 'forgotten' group by state`.execute(app.db);
  expect(left.rows).toEqual([{ state: 'confirmed', count: 21 }]);
});
