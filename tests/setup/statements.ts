import { afterEach, expect } from 'vitest';
import { drainStatementProblems } from '#tests/support/statements/watch-statements.ts';

// Watches from here on, and has each test answer for its own statements.
drainStatementProblems();

afterEach(() => expect(drainStatementProblems(), 'statements').toEqual([]));
