import { expect, test } from 'vitest';
import { CONNECTIONS, kindOfWork, runAs, runPartAs } from './kind-of-work.ts';

const connectionsFor = (poolMax: number) =>
  Object.fromEntries(Object.entries(CONNECTIONS).map(([kind, connections]) => [kind, connections(poolMax)]));

test('searches and transfers use at most a third of the connections each, and jobs none of them', () => {
  expect(connectionsFor(10)).toEqual({ request: 10, search: 3, transfer: 3, job: 3, migration: 1 });
  expect(connectionsFor(5)).toEqual({ request: 5, search: 1, transfer: 1, job: 3, migration: 1 });
  expect(connectionsFor(1)).toEqual({ request: 1, search: 1, transfer: 1, job: 3, migration: 1 });
  expect(connectionsFor(60)).toEqual({ request: 60, search: 3, transfer: 20, job: 3, migration: 1 });
});

test('a search or transfer in a job stays part of the job', async () => {
  const kind = async () => kindOfWork();
  expect(await runPartAs('search', kind)).toBe('search');
  expect(await runAs('job', () => runPartAs('transfer', kind))).toBe('job');
});
