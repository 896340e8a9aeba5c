import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';

const { db, driver } = await testDatabase();

test.runIf(driver === 'postgres')(
  'PostgreSQL compiles no statement, which would take longer than running it',
  async () => {
    const { rows } = await sql`show jit`.execute(db);
    expect(rows).toEqual([{ jit: 'off' }]);
  },
);
