import { expect, it } from 'vitest';
import { unreadTitle } from './unread-banner.tsx';

it.each([
  [1, [], 'Your team couldn’t read one of your messages.'],
  [3, [], 'Your team couldn’t read 3 of your messages.'],
  [0, ['prices.pdf'], 'Your team couldn’t read parts of prices.pdf.'],
  [2, ['prices.pdf', 'menu.pdf'], 'Your team couldn’t read 2 of your messages and parts of 2 sources.'],
])('with %d messages and %j unread, the Brain page says %j', (messages, sources, title) => {
  expect(unreadTitle({ messages, sources })).toBe(title);
});
