import { expect, it } from 'vitest';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { automationTask, newsOf } from './automation-task.ts';
import type { NeedsYou } from './home-data.ts';

const question = (id: string, deadline: string): NeedsYou['waiting'][number] => ({
  id,
  title: 'Post for today',
  automationName: 'Morning post',
  assistantId: 'soshie',
  deadline,
});
const run = (
  id: string,
  status: NeedsYou['runs'][number]['status'],
  automationId = 'morning',
): NeedsYou['runs'][number] => ({
  id,
  automationId,
  automationName: 'Morning post',
  assistantId: 'soshie',
  status,
  reason: 'The mailbox is full.',
  endedAt: '2026-11-20T10:00:00.000Z',
});
const taskOf = (needs: Partial<NeedsYou>, putOff: string[] = []) =>
  automationTask({ waiting: [], runs: [], ...needs }, (key) => putOff.includes(key));

it('the question with the soonest deadline comes first', () => {
  const waiting = [question('later', '2026-11-21T10:00:00Z'), question('soon', '2026-11-20T10:00:00Z')];
  const task = taskOf({ waiting, runs: [run('r1', 'failed')] });
  expect(task).toMatchObject({ key: 'approval-soon', opens: { page: automationLinks.approvals } });
  expect(taskOf({ waiting }, ['approval-soon'])?.key).toBe('approval-later');
});

it('a run that waits for a decision comes before one that failed', () => {
  const runs = [run('r1', 'failed', 'evening'), run('r2', 'paused')];
  expect(taskOf({ runs })).toMatchObject({ key: 'run-r2', title: 'Morning post needs you.' });
  expect(taskOf({ runs }, ['run-r2'])).toMatchObject({ key: 'run-r1', opens: { page: automationLinks.run('r1') } });
});

it('a failed run needs nobody once a newer one of the same automation is done', () => {
  expect(taskOf({ runs: [run('r2', 'done'), run('r1', 'failed')] })).toBeNull();
  expect(taskOf({})).toBeNull();
});

it('a failure is news for three days, and a run that waits as long as it waits', () => {
  const runs = [run('r1', 'failed'), { ...run('r2', 'paused'), endedAt: null }];
  const idsAt = (now: string) => newsOf(runs, new Date(now)).map(({ id }) => id);
  expect(idsAt('2026-11-23T09:00:00Z')).toEqual(['r1', 'r2']);
  expect(idsAt('2026-11-23T11:00:00Z')).toEqual(['r2']);
});
