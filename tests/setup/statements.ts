import { afterEach, expect } from 'vitest';
import { takeComplaints } from '#tests/support/statements/watch-statements.ts';

// Watches from here on, and has each test answer for its own statements.
takeComplaints();

afterEach(() => expect(takeComplaints(), 'statements').toEqual([]));
