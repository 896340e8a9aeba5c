import { expect, test } from 'vitest';
import { DatabaseError } from '#db/database-error.ts';
import { createRedaction } from './redact.ts';
import { createLog, describeError, describeFor, hideSecret } from './log.ts';

const redact = createRedaction({ secrets: ['correct-horse', 'p@ss w0rd'], names: ['acme/sonnet-large-4-5-20250929'] });

test.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  [
    'could not extend file "base/16384/16397": No space left on device',
    'could not extend file "base/16384/16397": No space left on device',
  ],
  [
    'no profile for user 5f0c1c3e-6a6e-4d0e-9d0a-0a4c6f1b2c3d',
    'no profile for user 5f0c1c3e-6a6e-4d0e-9d0a-0a4c6f1b2c3d',
  ],
  ['relation "scheduled_jobs" does not exist', 'relation "scheduled_jobs" does not exist'],
  ['no model acme/sonnet-large-4-5-20250929 here', 'no model acme/sonnet-large-4-5-20250929 here'],
  ['ENOENT: data/uploads/2026/11/documents', 'ENOENT: data/uploads/2026/11/documents'],
])('the log keeps what says what went wrong: %s', (message, logged) => {
  expect(redact(message)).toBe(logged);
});

test.each([
  ['a known secret', 'login with correct-horse refused', 'login with [secret] refused'],
  ['a known secret as it stands in a URL', 'GET /?key=x%20 p%40ss%20w0rd', 'GET /?… [secret]'],
  ['a password in a URL', 'postgres://tenfold:hunter2@db/tenfold', 'postgres://[secret]@db/tenfold'],
  [
    'the parameters of a URL',
    'GET https://app.example/auth/confirm?token=abc failed',
    'GET https://app.example/auth/confirm?… failed',
  ],
  ['an address', '550 <maya@fernandkiln.example> unknown', '550 [email] unknown'],
  ['a phone number', 'To +4915112345678 is not a mobile number', 'To [phone] is not a mobile number'],
  ['an API key', 'Incorrect API key provided: sk-proj-ab12', 'Incorrect API key provided: [token]'],
  ['a header', 'authorization Bearer abc', 'authorization [token]'],
  ['a token', 'unknown token 3vX0bmP4fWqK1sT9uYhJ2dRc', 'unknown token [token]'],
  ['what someone wrote', 'Unexpected token H, "Hello, my name" is not JSON', 'Unexpected token H, "…"'],
  [
    'a quotation in what someone wrote',
    `Unexpected token 'H', "Hello "my" dear"... is not valid JSON`,
    `Unexpected token 'H', "…"`,
  ],
  ['a token in base64', 'signature q83vEjRWeJq7/AbC+dEf1Q== is wrong', 'signature [token] is wrong'],
  [
    'an address in the path of a URL',
    'GET https://crm.example/people/maya@fernandkiln.example/notes failed',
    'GET https://crm.example/people/[email]/notes failed',
  ],
  [
    'an address in the path of a URL, as it is written there',
    'GET https://crm.example/people/maya%40fernandkiln.example failed',
    'GET https://crm.example/people/[email] failed',
  ],
])('the log never has %s from the message of an error', (_, message, logged) => {
  expect(redact(message)).toBe(logged);
});

test('an error is logged with its causes, and an outage of the database without a stack', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' });
  expect(describeError(new TypeError('fetch failed', { cause: refused }), redact)).toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    stack: expect.stringContaining('log.test.ts'),
    cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.7:443' },
  });
  const full = new DatabaseError('could not extend file', { code: '53100' });
  expect(describeError(full, redact)).toMatchObject({ message: 'could not extend file', stack: undefined });
});

test('a key that is created at the start is hidden from then on, in the log and in what a failed job leaves', () => {
  const log = createLog('silent');
  hideSecret(log, 'quiet-river');
  expect(describeFor(log, new Error('can’t open with quiet-river'))).toMatchObject({
    message: 'can’t open with [secret]',
  });
});
