import { expect, it } from 'vitest';
import { automationLinks, automationsView } from './automation-links.ts';

const ID = '0b9e4a3c-6a39-4f0e-9d0b-0a6f2b7f7a11';

it('each link of automations leads to its page', () => {
  const viewOf = ({ params: { _splat: path } }: { params: { _splat: string } }) => automationsView(path);
  expect(viewOf(automationLinks.list)).toEqual({ view: 'list' });
  expect(viewOf(automationLinks.approvals)).toEqual({ view: 'approvals' });
  expect(viewOf(automationLinks.runs)).toEqual({ view: 'runs' });
  expect(viewOf(automationLinks.run(ID))).toEqual({ view: 'run', runId: ID });
  expect(viewOf(automationLinks.edit(ID))).toEqual({ view: 'edit', automationId: ID });
  expect(viewOf(automationLinks.rehearsal(ID))).toEqual({ view: 'rehearsal', automationId: ID });
  expect(viewOf(automationLinks.analytics(ID))).toEqual({ view: 'analytics', automationId: ID });
});

it.each(['nothing', `${ID}/nothing`, 'runs/1', `runs/${ID}/x`, `${ID}${ID}`, 'approvals/1'])(
  'there is no page %s',
  (path) => expect(automationsView(path)).toBeNull(),
);
