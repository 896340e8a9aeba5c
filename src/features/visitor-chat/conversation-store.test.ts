import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEMO_BOX_AFTER_MS } from '#contract/chat/visitor-limits.ts';
import type { askVisitor } from '#src/api/lazy/lazy-visitor.ts';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { createConversationStore } from './conversation-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saying =
  (...pieces: string[]): typeof askVisitor =>
  async (_question, { onText }) => {
    for (const piece of pieces) onText(piece);
  };
const failing: typeof askVisitor = () => Promise.reject(new Error('away'));

type Overrides = { ask?: typeof askVisitor; isOffered?: boolean; explain?: () => Promise<string | null> };

function aTalk(overrides: Overrides = {}, disk = aDisk()) {
  const ask = vi.fn(overrides.ask ?? saying('Ten ', 'of us.'));
  const explain = overrides.explain ?? (async () => null);
  const isOffered = overrides.isOffered ?? true;
  const store = createConversationStore({ ask, disk, isOffered, supportEmail: 'help@shop.example', explain });
  const stop = store.start();
  const contents = () => store.state().messages.map(({ content }) => content);
  const send = async (text: string) => {
    const isSent = store.send(text);
    await vi.advanceTimersByTimeAsync(0);
    return isSent;
  };
  return {
    store,
    ask,
    disk,
    stop,
    contents,
    send,
    offers: () => store.state().messages.filter(({ kind }) => kind === 'offer'),
  };
}

describe('sending', () => {
  test('adds the question, and the answer as it streams', async () => {
    const talk = aTalk();
    expect(await talk.send('  Who is there? ')).toBe(true);
    expect(talk.contents().slice(1)).toEqual(['Who is there?', 'Ten of us.']);
    expect(talk.store.state().status).toBe('idle');
  });

  test('is ignored if there is nothing to send, or too much, or a reply is pending', async () => {
    const talk = aTalk({ ask: () => new Promise(() => undefined) });
    for (const nothing of ['', '  \n', 'x'.repeat(501)]) expect(talk.store.send(nothing)).toBe(false);
    expect(talk.store.send('First')).toBe(true);
    expect(talk.store.send('Second')).toBe(false);
    expect(talk.ask).toHaveBeenCalledTimes(1);
    expect(talk.store.state().status).toBe('waiting');
  });

  test('includes the last ten messages, without the question itself', async () => {
    const talk = aTalk();
    for (let n = 1; n <= 8; n += 1) await talk.send(`Question ${n}`);
    const history = talk.ask.mock.lastCall?.[0].conversationHistory ?? [];
    expect(history).toHaveLength(10);
    expect(history[0]).toEqual({ content: 'Question 3', isUser: true });
    expect(history.at(-1)).toEqual({ content: 'Ten of us.', isUser: false });
  });
});

describe('the offer', () => {
  test('follows a reply that mentions one of the words, and the demo box comes 2 s later', async () => {
    const talk = aTalk({ ask: saying('The trial lasts 7 days.') });
    await talk.send('How long?');
    expect(talk.offers()[0]?.content).toContain('50% off');
    await vi.advanceTimersByTimeAsync(DEMO_BOX_AFTER_MS - 1);
    expect(talk.store.state().offer).toBe('made');
    await vi.advanceTimersByTimeAsync(1);
    expect(talk.store.state().offer).toBe('asked');
  });

  test('is made once', async () => {
    const talk = aTalk({ ask: saying('It costs $29.') });
    await talk.send('How much?');
    await vi.advanceTimersByTimeAsync(DEMO_BOX_AFTER_MS);
    talk.store.closeBox();
    await talk.send('And a year?');
    await vi.advanceTimersByTimeAsync(DEMO_BOX_AFTER_MS);
    expect(talk.offers()).toHaveLength(1);
    expect(talk.store.state().offer).toBe('over');
  });

  test.each([
    ['a reply about something else', { ask: saying('Ten of us.') }],
    ['a question from a person with an account', { ask: saying('It costs $29.'), isOffered: false }],
    ['a reply that failed', { ask: failing }],
  ])('is not made after %s', async (_title, overrides) => {
    const talk = aTalk(overrides);
    await talk.send('Hello, what does the trial cost?');
    expect(talk.offers()).toEqual([]);
    expect(talk.store.state().offer).toBe('none');
  });
});

describe('when it fails', () => {
  test('the bot apologizes, and the question can be retried', async () => {
    const talk = aTalk({ ask: failing });
    await talk.send('Who is there?');
    expect(talk.contents()[1]).toBe('Who is there?');
    expect(talk.contents()[2]).toMatch(
      /^I'm sorry, I'm having trouble connecting right now\.\.\. .*help@shop\.example/,
    );
    talk.ask.mockImplementation(saying('Ten of us.'));
    talk.store.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(talk.contents().slice(1)).toEqual(['Who is there?', 'Ten of us.']);
  });

  test('a refusal with a more specific reason is shown in its own words', async () => {
    const talk = aTalk({ ask: failing, explain: async () => 'Please come back tomorrow.' });
    await talk.send('Hello');
    expect(talk.contents().at(-1)).toBe('Please come back tomorrow.');
  });

  test('a partial answer stays on screen, and the model never sees it', async () => {
    const talk = aTalk({
      ask: async (_question, { onText }) => {
        onText('As far as');
        throw new Error('cut off');
      },
    });
    await talk.send('First');
    expect(talk.contents().slice(1, 3)).toEqual(['First', 'As far as']);
    talk.ask.mockImplementation(saying('Yes.'));
    await talk.send('Second');
    const history = talk.ask.mock.lastCall?.[0].conversationHistory ?? [];
    expect(history.map(({ content }) => content)).not.toContain('First');
    expect(history).toHaveLength(1);
  });
});

describe('another page of the same tab', () => {
  test('restores the conversation, the offer and the demo box', async () => {
    const talk = aTalk({ ask: saying('It costs $29.') });
    await talk.send('How much?');
    talk.stop();
    const next = aTalk({}, talk.disk);
    expect(next.contents()).toEqual(talk.contents());
    await vi.advanceTimersByTimeAsync(DEMO_BOX_AFTER_MS);
    expect(next.store.state().offer).toBe('asked');
  });

  test('makes no offer to a person who has signed in meanwhile', async () => {
    const talk = aTalk({ ask: saying('It costs $29.') });
    await talk.send('How much?');
    await vi.advanceTimersByTimeAsync(DEMO_BOX_AFTER_MS);
    expect(talk.store.state().offer).toBe('asked');
    talk.stop();
    const next = aTalk({ isOffered: false }, talk.disk);
    await vi.advanceTimersByTimeAsync(DEMO_BOX_AFTER_MS);
    expect(next.store.state().offer).toBe('over');
  });

  test('offers to retry the unanswered question', async () => {
    const talk = aTalk({ ask: () => new Promise(() => undefined) });
    talk.store.send('Who is there?');
    const next = aTalk({}, talk.disk);
    expect(next.store.state().messages.at(-1)?.kind).toBe('apology');
    next.store.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(next.contents().slice(1)).toEqual(['Who is there?', 'Ten of us.']);
  });

  test.each(['no json', '{"messages":[]}', '{"messages":[{"id":1}]}', 'null'])(
    'starts over if %s is stored',
    (spoiled) => {
      const disk = aDisk();
      disk.setItem('tenfold:visitor-chat', spoiled);
      expect(aTalk({}, disk).store.state().messages).toHaveLength(1);
    },
  );

  test('a store that is full or forbidden loses only the conversation', async () => {
    const talk = aTalk({}, aDisk({ isFull: true }));
    await talk.send('Who is there?');
    expect(talk.contents()).toHaveLength(3);
    const none = createConversationStore({
      ask: saying('Yes.'),
      disk: null,
      isOffered: true,
      supportEmail: 'help@shop.example',
      explain: async () => null,
    });
    expect(none.send('Hello')).toBe(true);
  });
});
