import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';
import { findNonDatabaseAwaits } from './transactions.ts';

const inTransaction = (body: string) => `inTransaction(db, async (trx) => { ${body} });`;

test.each([
  ['recognizes a language', inTransaction('await lockFacts(trx, userId); await detectLanguages([statement]);')],
  ['sends an email', 'const useLink = async (trx: Db) => { await addLink(trx); await mail.send(email); };'],
  [
    'reads outside of it, which waits forever on one connection',
    inTransaction('const found = await findUser(db, id);'),
  ],
  [
    'does it in a loop',
    inTransaction('for (const one of all) { const text = await read(one); await add(trx, text); }'),
  ],
  ['sends what it has read', inTransaction('const email = await prepare(trx); await send(email);')],
  ['hides its name', 'inTransaction(db, async (tx) => { await addUser(tx); });'],
])('a transaction that %s is reported', (_, text) => {
  expect(findNonDatabaseAwaits({ path: 'server/modules/a.ts', text })).toHaveLength(1);
});

test('awaits before a transaction, or on the transaction itself, are allowed', () => {
  const text = `const [language] = await detectLanguages([statement]);
    ${inTransaction('const read = () => find(trx, id); const now = await clock.now(); await read(); await Promise.all([add(trx, now)]);')}`;
  expect(findNonDatabaseAwaits({ path: 'server/modules/a.ts', text })).toEqual([]);
});

test('transactions of the product wait for nothing but the database', () => {
  const files = readSourceFiles(/\.ts$/).filter(
    ({ path }) => /^(?:server|db)\//.test(path) && !path.endsWith('.test.ts'),
  );
  expect(files.filter(({ text }) => text.includes('inTransaction(')).length).toBeGreaterThan(40);
  expect(files.flatMap(findNonDatabaseAwaits)).toEqual([]);
});
