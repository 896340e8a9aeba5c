import { expect, it } from 'vitest';
import { keptVersions } from './question-actions.tsx';

it.each([
  [2, 2, 1, 'You’re on version 2. Version 1 and its answer are kept.'],
  [1, 2, 5, 'You’re on version 1. Version 2 and the five messages after it are kept.'],
  [2, 2, 13, 'You’re on version 2. Version 1 and the 13 messages after it are kept.'],
  [2, 2, null, 'You’re on version 2. Version 1 and the messages after it are kept.'],
  [3, 4, null, 'You’re on version 3 of 4. The others are kept, with the messages after them.'],
])(
  'the note below version %i of %i of a question, with %j messages after the other one, is %j',
  (version, of, messages, note) => {
    expect(keptVersions(version, of, messages)).toBe(note);
  },
);
