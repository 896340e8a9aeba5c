import { expect, it } from 'vitest';
import type { FillSource } from '#src/domain/templates/template.ts';
import { groupsOf, sourceKey } from './value-source.tsx';

const NOW = new Date('2026-11-24T12:00:00Z');
const fact = (id: string, changes: object = {}) =>
  ({
    kind: 'fact',
    fact: { id, kind: 'product', source: { kind: 'typed' }, learnedAt: '2026-11-24T09:00:00Z', ...changes },
  }) as FillSource; // reason: what tells sources apart

it('typed facts of one kind and day are named once, all other sources each', () => {
  const profile = { kind: 'profile', field: 'website' } as FillSource; // reason: as above
  const sources = [
    fact('bowl'),
    profile,
    fact('cup'),
    fact('old', { learnedAt: '2026-11-02T09:00:00Z' }),
    fact('hours', { kind: 'people' }),
    fact('list', { source: { kind: 'file' } }),
    fact('list-2', { source: { kind: 'file' } }),
  ];
  const groups = groupsOf(sources, NOW).map((group) => group.map(sourceKey).join('+'));
  expect(groups).toEqual(['bowl+cup', 'website', 'old', 'hours', 'list', 'list-2']);
});
