import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadOrCreateSecret } from './app-secret.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tenfold-secret-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('the secret is created once, and for its owner only', () => {
  const home = join(directory, 'new');
  const secret = loadOrCreateSecret(home);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(loadOrCreateSecret(home)).toBe(secret);
  expect(readdirSync(home)).toEqual(['app-secret']);
  expect(statSync(join(home, 'app-secret')).mode & 0o777).toBe(0o600);
});

test('an empty file, left by a disk that was full, is no secret: everything would be sealed under nothing', () => {
  writeFileSync(join(directory, 'app-secret'), '\n');
  expect(() => loadOrCreateSecret(directory)).toThrow('app-secret is empty');
});
