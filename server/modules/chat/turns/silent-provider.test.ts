import type { LanguageModelV4 } from '@ai-sdk/provider';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createModelGateway } from '#server/gateways/model/model.ts';
import type { StreamingModel } from '#server/gateways/model/model-client.ts';
import { ask, collect, messagesUsed, threadOf } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => void vi.useRealTimers());

/** A provider that takes the request, says these pieces, and then nothing more. */
function aSilentProvider(pieces: string[]): StreamingModel {
  const stream = new ReadableStream({
    start: (controller) => {
      for (const delta of pieces) controller.enqueue({ type: 'text-delta', id: '1', delta });
    },
  });
  const doStream: LanguageModelV4['doStream'] = () => Promise.resolve({ stream });
  return { doStream };
}

test.each([
  ['before its first word', []],
  ['in the middle of an answer', ['The first words.']],
])(
  'a provider that falls silent %s is given up within 90 seconds: saved, given back and told',
  async (_when, pieces) => {
    const maya = await aPerson(app);
    const gateway = createModelGateway(aSilentProvider(pieces));
    app.model.answerWith(async function* silent(request) {
      await gateway.answer(request);
      yield '';
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { conversation, answer } = await ask(maya, 'Hello?');
    const told = collect(app, maya, answer.id);
    await vi.advanceTimersByTimeAsync(70_000);
    expect((await threadOf(maya, conversation.id))[1]?.status).toBe('streaming');

    await vi.advanceTimersByTimeAsync(20_000);
    await app.container.services.runner.idle();
    expect((await told).at(-1)).toMatchObject({ type: 'end', status: 'failed', failure: 'timeout' });
    expect((await threadOf(maya, conversation.id))[1]).toMatchObject({
      status: 'failed',
      failure: 'timeout',
      content: pieces.join(''),
    });
    expect(await messagesUsed(maya)).toBe(0);
  },
);
