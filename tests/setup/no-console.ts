import { afterEach, beforeEach, expect, vi } from 'vitest';

// A warning that nobody reads becomes a bug that nobody finds: an unexpected one fails the test that caused it.
// A test that expects one replaces the method itself with `vi.spyOn(console, 'error')` and asserts on it.
const methods = ['error', 'warn'] as const;
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      complaints.push(`console.${method}: ${values.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  for (const method of methods) vi.mocked(console[method]).mockRestore?.();
  expect(complaints, 'unexpected console output').toEqual([]);
});
