import { expect, test } from 'vitest';
import { mailboxForLimits } from './email-address.ts';

test.each([
  ['Maya+shop@Corp.example', 'maya@corp.example'],
  ['m.a.y.a+1@gmail.com', 'maya@gmail.com'],
  ['maya@corp.example', 'maya@corp.example'],
  ['maya@xn--bcher-kva.example', 'maya@bücher.example'],
])('what we mail to %s counts for %s', (email, mailbox) => {
  expect(mailboxForLimits(email)).toBe(mailbox);
});
