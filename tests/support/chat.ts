import { randomUUID } from 'node:crypto';
import type { AnswerPosition, ResumeMode } from '#contract/chat/chat.ts';
import { messageIdSchema } from '#contract/ids.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { ModelRequest } from '#server/gateways/model/model.ts';
import type { aPerson } from './people.ts';
import type { TestApp } from './test-app.ts';

export type Person = Awaited<ReturnType<typeof aPerson>>;

export const ask = (person: Person, text: string, conversationId: string | null = null, id: string = randomUUID()) =>
  person.api.chat.send.mutate({ id, assistantId: 'brain_ai', conversationId, text });

export const resume = (person: Person, messageId: string, mode: ResumeMode, id: string = randomUUID()) =>
  person.api.chat.resume.mutate({ id, messageId, mode });

export const messagesUsed = async (person: Person) =>
  (await person.api.usage.check.query({ usageType: 'messages' })).currentUsage;

export const threadOf = async (person: Person, conversationId: string) =>
  (await person.api.chat.messages.query({ conversationId })).messages;

/** A model that says something and waits until the test releases it or it is stopped. */
export function heldModel(app: TestApp, first = 'The first words. ') {
  const gate = Promise.withResolvers<void>();
  app.model.answerWith(async function* hold({ signal }: ModelRequest) {
    yield first;
    signal.throwIfAborted();
    await Promise.race([
      gate.promise,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
    yield 'The rest.';
  });
  return { letGo: gate.resolve };
}

/** A model that says this and then fails. */
export function brokenModel(app: TestApp, said: string, error: unknown) {
  app.model.answerWith(async function* breakOff() {
    if (said !== '') yield said;
    throw error;
  });
}

export function model(app: TestApp, ...pieces: string[]) {
  app.model.answerWith(async function* say() {
    yield* pieces;
  });
}

/** What a reader gets of an answer from a position on. The events are also in `events` as they come. */
export async function collect(
  app: TestApp,
  person: Person,
  messageId: string,
  from: AnswerPosition = { attempt: 0, offset: 0 },
  events: LiveEvent[] = [],
): Promise<LiveEvent[]> {
  const { signal } = new AbortController();
  const asked = [{ messageId: messageIdSchema.parse(messageId), ...from }];
  for await (const event of app.container.services.chat.follow(person.userId, asked, signal)) events.push(event);
  return events;
}

export const textOf = (events: LiveEvent[]) =>
  events
    .filter((event) => event.type === 'text')
    .map((event) => event.text)
    .join('');
