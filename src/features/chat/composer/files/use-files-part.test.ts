import { expect, it } from 'vitest';
import { MESSAGE_MAX } from '#contract/chat/chat.ts';
import { isPastedAsFile } from './use-files-part.ts';

it.each([
  ['a contract', 'Clause. '.repeat(2_000), '', true],
  ['a page on top of a long message', 'x'.repeat(1_000), 'y'.repeat(MESSAGE_MAX - 999), true],
  ['a text that fits', 'x'.repeat(MESSAGE_MAX), '', false],
  ['a sentence on top of a message that is full', 'One more thing.', 'y'.repeat(MESSAGE_MAX), false],
  ['blank lines', '\n'.repeat(MESSAGE_MAX + 1), '', false],
])('%s that is pasted becomes a file only if the message gets too long', (_name, pasted, typed, expected) => {
  expect(isPastedAsFile(pasted, typed)).toBe(expected);
});
