import { expect, test } from 'vitest';
import { tagsByUse } from './tags-by-use.ts';

test('every tag stands once, the most used first', () => {
  expect(tagsByUse([{ tags: ['Email', 'Habits'] }, { tags: ['Writing'] }, { tags: ['Writing', 'Habits'] }])).toEqual([
    'Habits',
    'Writing',
    'Email',
  ]);
});
