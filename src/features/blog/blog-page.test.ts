import { expect, test } from 'vitest';
import { tagsByUse } from './blog-page.tsx';

test('every tag is listed once, most used first', () => {
  expect(tagsByUse([{ tags: ['Email', 'Habits'] }, { tags: ['Writing'] }, { tags: ['Writing', 'Habits'] }])).toEqual([
    'Habits',
    'Writing',
    'Email',
  ]);
});
