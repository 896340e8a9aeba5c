import { expect, it } from 'vitest';
import { waitingSend } from './use-waiting-send.ts';

it.each([
  ['waits while a file is being read', 0, { isPending: true, failed: 0 }, 'waits'],
  ['is sent once all of its files are read', 0, { isPending: false, failed: 0 }, 'is sent'],
  ['stays if a file can’t be read meanwhile', 0, { isPending: true, failed: 1 }, 'stays'],
  [
    'is sent without a file that its owner already knew couldn’t be read',
    1,
    { isPending: false, failed: 1 },
    'is sent',
  ],
  ['stays if nobody asked to send it', null, { isPending: false, failed: 0 }, 'stays'],
] as const)('a message with files %s', (_, wanted, files, expected) => {
  expect(waitingSend(wanted, files)).toBe(expected);
});
