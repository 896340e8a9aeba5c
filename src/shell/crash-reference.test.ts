import { expect, test } from 'vitest';
import { crashReport } from './crash-reference.tsx';

test('what someone wrote is never sent: not the message, not the path’s query, not in the stack', () => {
  const error = new TypeError('cannot read "my secret recipe"');
  error.stack =
    'TypeError: cannot read "my secret recipe"\n    at x (https://tenfold.example/assets/chat-1a2b.js:1:234)';
  expect(crashReport(error, '/dashboard/emmie')).toEqual({
    path: '/dashboard/emmie',
    name: 'TypeError',
    place: '/assets/chat-1a2b.js:1:234',
  });
  expect(crashReport('my secret recipe', '/')).toEqual({ path: '/', name: 'string', place: '' });
});
