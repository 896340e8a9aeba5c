// @module-tag full
import { expect, test } from 'vitest';
import { DEMO } from '#db/demo/demo-account.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { countRows, restoreOldData } from './upgrades/old-data.ts';
import { signIn, untilSettled } from './support/person.ts';
import { startServer } from './support/server-process.ts';

/**
 * What people of the oldest version that starts and of the last three left, and the counts that migrations change on
 * purpose.
 */
const LEFT: { file: string; changed: Record<string, number> }[] = [
  // Migration 0007 renamed email_confirmations, and 0019 ended every session.
  { file: '2026-11-21-363b26c2', changed: { email_confirmations: Number.NaN, sessions: 0 } },
  { file: '2026-11-28-d1af761f', changed: {} },
  { file: '2026-11-28-4253deb2', changed: {} },
  { file: '2026-11-28-80146cba', changed: {} },
];

test.for(LEFT.flatMap((left) => (['embedded', 'postgres'] as const).map((on) => ({ ...left, on }))))(
  'an upgrade of $file ($on) keeps every row, and people continue where they were',
  async ({ file, changed, on }) => {
    await using data = await restoreOldData(`${file}.sql.gz`, on);
    const database = await data.open();
    const before = await countRows(database);
    await migrateToLatest(database.db);
    const after = await countRows(database);
    await database.close();
    const kept = Object.fromEntries(Object.keys(before).map((table) => [table, after[table] ?? Number.NaN]));
    expect(kept).toEqual({ ...before, ...changed });

    await using stack = new AsyncDisposableStack();
    const environment = {
      ...data.environment,
      APP_SECRET: 'the same long secret for every version',
      SANDBOX_PORT: '0',
    };
    const server = stack.adopt(await startServer(await freePort(), environment), async (it) => {
      it.signal('SIGTERM');
      await it.exited;
    });
    const person = await signIn(server, DEMO.email);
    const [conversation] = await person.at(server).chat.conversations.query({ assistantId: 'brain_ai' });
    const sent = await person.send(server, 'And next week?', { conversationId: conversation?.id ?? null });
    expect(conversation?.id).toBe(sent.conversation.id);
    expect((await untilSettled(person, server, sent, 30_000)).status).toBe('complete');
  },
);
