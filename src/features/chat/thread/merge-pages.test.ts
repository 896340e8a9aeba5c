import { describe, expect, it } from 'vitest';
import type { TurnStatus } from '#contract/chat/chat.ts';
import { addPage, findMessage, mergePage, withVersion, type Pages } from './merge-pages.ts';

/** A message that follows the one numbered before it, unless `more` says otherwise. */
const message = (
  id: string,
  more: { role?: string; follows?: string; versions?: string[]; content?: string; status?: TurnStatus } = {},
) => ({
  id,
  role: Number(id.slice(1)) % 2 === 1 ? 'user' : 'assistant',
  follows: id === 'm1' ? null : `m${Number(id.slice(1)) - 1}`,
  attempt: 1,
  content: id,
  status: 'complete' as TurnStatus,
  failure: null,
  versions: [] as string[],
  ...more,
});
/** Messages m1, m2 and so on; `older` and `newer` as the server names them where there is more. */
const page = (from: number, to: number, { start = false, end = false } = {}): Pages => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => message(`m${from + index}`)),
  older: start ? null : `m${from}`,
  newer: end ? null : `m${to}`,
});
const ids = (pages: Pages | undefined) => pages?.messages.map(({ id }) => id).join(' ');

describe('a page that is read again', () => {
  it('keeps the older pages that were loaded, and adds what is new', () => {
    const merged = mergePage(page(1, 6, { start: true, end: true }), page(5, 8, { end: true }));
    expect(ids(merged)).toBe('m1 m2 m3 m4 m5 m6 m7 m8');
    expect(merged).toMatchObject({ older: null, newer: null });
  });

  it('in the middle keeps what was loaded on both sides', () => {
    const merged = mergePage(page(1, 9, { end: true }), page(4, 6));
    expect(ids(merged)).toBe('m1 m2 m3 m4 m5 m6 m7 m8 m9');
    expect(merged).toMatchObject({ older: 'm1', newer: null });
  });

  it('that reaches further than what was loaded says where it ends', () => {
    expect(mergePage(page(4, 6), page(3, 7))).toMatchObject({ older: 'm3', newer: 'm7' });
  });

  it('drops what is no longer there, at the end too', () => {
    const shown = page(1, 8, { end: true });
    const fetched = {
      ...page(3, 6, { end: true }),
      messages: [message('m3'), message('m5', { follows: 'm3' }), message('m6')],
    };
    expect(ids(mergePage(shown, fetched))).toBe('m1 m2 m3 m5 m6');
  });

  it('is not joined to what it may not follow: messages between the two would be missing', () => {
    expect(mergePage(page(1, 4), page(7, 9, { end: true }))).toBeUndefined();
    expect(mergePage(page(7, 9, { end: true }), page(1, 4))).toBeUndefined();
    expect(mergePage({ messages: [], older: null, newer: null }, page(1, 4))).toBeUndefined();
  });

  it('does not take back the text of an answer that is being streamed', () => {
    const shown = {
      ...page(1, 2, { end: true }),
      messages: [message('m1'), message('m2', { content: 'Hello, Maya', status: 'streaming' })],
    };
    const fetched = {
      ...page(1, 2, { end: true }),
      messages: [message('m1'), message('m2', { content: 'Hello', status: 'streaming' })],
    };
    expect(mergePage(shown, fetched)?.messages[1]?.content).toBe('Hello, Maya');
  });

  it('shows one version of an exchange, also where the page begins', () => {
    const shown = page(1, 6, { end: true });
    // m7 and m8 take the place of m3 to m6.
    const fetched = { messages: [message('m7', { follows: 'm2' }), message('m8')], older: 'm7', newer: null };
    expect(ids(mergePage(shown, fetched))).toBe('m1 m2 m7 m8');
  });

  it('of posts is joined to the thread that is shown, and takes the place of another one', () => {
    const posts = ['m6', 'm8', 'm10'].map((id) =>
      message(id, { role: 'assistant', follows: `m${Number(id.slice(1)) - 2}` }),
    );
    const shown: Pages = { messages: [message('m3'), message('m4'), ...posts.slice(0, 2)], older: 'm3', newer: null };
    const fetched: Pages = { messages: posts.slice(1), older: 'm8', newer: null };
    expect(ids(mergePage(shown, { ...fetched, after: 'm4' }))).toBe('m3 m4 m6 m8 m10');
    expect(mergePage(shown, { ...fetched, after: 'm2' }), 'another version').toBeUndefined();
    expect(mergePage(shown, { ...fetched, after: null }), 'another version of the first exchange').toBeUndefined();
    const postsOnly: Pages = { ...shown, messages: posts.slice(0, 2) };
    expect(ids(mergePage(postsOnly, { ...fetched, after: 'm4' }))).toBe('m6 m8 m10');
    expect(mergePage({ ...postsOnly, older: null }, { ...fetched, after: 'm4' }), 'shown again').toBeUndefined();
  });

  it('a refetched page drops what followed another version, even beyond the end of the page', () => {
    const shown = page(1, 8, { start: true });
    const fetched = { messages: [message('m3'), message('m9', { follows: 'm3' })], older: 'm3', newer: 'm9' };
    const merged = mergePage(shown, fetched);
    expect(ids(merged)).toBe('m1 m2 m3 m9');
    expect(merged).toMatchObject({ older: null, newer: 'm9' });
  });
});

describe('the next page', () => {
  it('is added on its side, and says whether there are more', () => {
    const older = addPage(page(4, 6), 'before', 'm4', page(1, 3, { start: true }));
    expect(ids(older)).toBe('m1 m2 m3 m4 m5 m6');
    expect(older).toMatchObject({ older: null, newer: 'm6' });
    const newer = addPage(page(4, 6), 'after', 'm6', page(7, 9));
    expect(ids(newer)).toBe('m4 m5 m6 m7 m8 m9');
    expect(newer).toMatchObject({ older: 'm4', newer: 'm9' });
  });

  it('is left out if what was loaded has changed since it was asked for', () => {
    const shown = page(4, 6);
    expect(addPage(shown, 'before', 'm2', page(1, 3))).toBe(shown);
    expect(addPage(shown, 'after', 'm9', page(10, 12))).toBe(shown);
  });

  it('a page replaces what is shown if the two don’t connect, because another version is shown by now', () => {
    const shown = page(3, 6, { end: true });
    const older = { messages: [message('m1'), message('m8', { follows: 'm1' })], older: null, newer: 'm8' };
    expect(addPage(shown, 'before', 'm3', older)).toBe(older);
    const newer = { messages: [message('m9', { follows: 'm4' })], older: 'm9', newer: null };
    expect(addPage(page(3, 6), 'after', 'm6', newer)).toBe(newer);
  });
});

describe('the next page of posts, which are in every version,', () => {
  const post = (id: string, follows: string) => message(id, { role: 'assistant', follows });
  const posts = [post('m6', 'm4'), post('m8', 'm6'), post('m10', 'm8')];

  it('is added on its side if it is of the version that is shown', () => {
    const shown: Pages = { messages: [message('m3'), message('m4'), ...posts.slice(0, 2)], older: 'm3', newer: 'm8' };
    const more: Pages = { messages: posts.slice(2), older: 'm10', newer: null };
    expect(ids(addPage(shown, 'after', 'm8', { ...more, after: 'm4' }))).toBe('m3 m4 m6 m8 m10');
    const other = { ...more, after: 'm2' };
    expect(addPage(shown, 'after', 'm8', other)).toBe(other);
  });

  it('is followed by what is shown if that is of its version', () => {
    const shown: Pages = { messages: posts.slice(1), older: 'm8', newer: null, after: 'm4' };
    const older: Pages = { messages: [message('m3'), message('m4'), ...posts.slice(0, 1)], older: 'm3', newer: 'm6' };
    expect(addPage(shown, 'before', 'm8', { ...older, after: 'm2' })).toMatchObject({ older: 'm3', after: 'm2' });
    const other = { ...older, messages: [message('m1'), message('m2'), ...posts.slice(0, 1)] };
    expect(addPage(shown, 'before', 'm8', other)).toBe(other);
  });
});

describe('the page of a version that is shown from now on', () => {
  const version: Pages = { messages: [message('m7', { follows: 'm0' }), message('m8')], older: 'm7', newer: null };

  it('takes the place of the end of the conversation if it ends it and follows nothing that was loaded', () => {
    expect(withVersion(page(1, 2, { start: true, end: true }), version)).toBe(version);
  });

  it('leaves that as it is if there is more after it', () => {
    const shown = page(1, 2, { start: true, end: true });
    expect(withVersion(shown, { ...version, newer: 'm8' })).toBe(shown);
  });
});

describe('a message', () => {
  const messages = [message('m1'), message('m4', { versions: ['m2', 'm4'] })];
  it('is found by its id, or by that of another version', () => {
    expect(findMessage(messages, 'm1')).toBe(0);
    expect(findMessage(messages, 'm2')).toBe(1);
    expect(findMessage(messages, 'm9')).toBe(-1);
  });
});
