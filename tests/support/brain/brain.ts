import { randomUUID } from 'node:crypto';
import { FACTS_MAX, type FactKind } from '#contract/brain/brain.ts';
import { addFacts, type NewFact } from '#db/queries/brain/add-facts.ts';
import { inTransaction } from '#db/transaction.ts';
import type { ExtractedFact } from '#server/modules/brain/learning/extracted-facts.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { composeAnswer } from '#sandbox/model/compose.ts';
import type { MessageToLearn } from '#server/prompts/learn-from-message.ts';
import { composeAfterCalls, composeCalls } from '#sandbox/model/memory/memory-calls.ts';
import { composeTask } from '#sandbox/model/tasks/compose-task.ts';
import type { Person } from '../chat.ts';
import { learn } from '../jobs.ts';
import type { TestApp } from '../test-app.ts';

/**
 * The model is the sandbox's: it cites facts, finds them in messages and documents, describes pictures, summarizes, and
 * calls tools if it gets any.
 */
export function knowingModel(app: TestApp): void {
  app.model.answerWith(async function* answerAs({ task, instructions, history, image, tools, onToolCall }) {
    const images = image ? { images: [Buffer.from(image.bytes)] } : {};
    const turns = history.map(({ role, content }) => ({ role, text: content, ...images }));
    const conversation = { task, instructions, turns };
    if (tools?.called) return yield composeAfterCalls(tools.called.calls.map(({ result }) => result));
    const calls = composeCalls({ ...conversation, tools: tools?.offered.map(({ name }) => name) ?? [] });
    for (const { id, name, arguments: input } of calls) onToolCall?.({ id, name, input: JSON.parse(input) });
    if (calls.length > 0) return;
    yield composeTask(conversation) ?? composeAnswer(conversation);
  });
}

type Said = {
  to?: AssistantId;
  in?: string | null;
  isPrivate?: boolean;
  /** The id of the answer whose question is reworded. */
  replaces?: string;
};

/** Says something to a teammate, and returns the turn once it is answered. */
export async function say(app: TestApp, person: Person, text: string, said: Said = {}) {
  const { to: assistantId = 'emmie', in: conversationId = null, isPrivate = false, replaces } = said;
  const message = { id: randomUUID(), assistantId, conversationId, text, isPrivate };
  const turn = await person.api.chat.send.mutate({ ...message, ...(replaces === undefined ? {} : { replaces }) });
  await app.container.services.runner.idle();
  return turn;
}

/** Says something, and waits until its facts have been learned. */
export async function tell(app: TestApp, person: Person, text: string, said: Said = {}) {
  const turn = await say(app, person, text, said);
  await learn(app);
  return turn;
}

/** Types a fact on the Brain page, and returns its id. */
export async function typeFact(person: Person, statement: string, kind: FactKind = 'policy'): Promise<string> {
  const id = randomUUID();
  await person.api.brain.add.mutate({ id, kind, statement });
  return id;
}

/** Facts that the owner said, without asking a model what they are. */
export async function addSaid(
  app: TestApp,
  { userId }: Pick<Person, 'userId'>,
  statements: readonly string[],
  fact: Partial<NewFact> = {},
): Promise<void> {
  const learnedAt = await app.clock.now();
  const facts = statements.map((statement): NewFact => ({
    id: randomUUID(),
    kind: 'product',
    attribute: '',
    quantity: null,
    unit: '',
    subject: statement.slice(0, 30),
    value: '',
    statement,
    state: 'confirmed',
    source: 'message',
    quote: '',
    question: '',
    assistantId: null,
    conversationId: null,
    messageId: null,
    learnedAt,
    validFrom: null,
    validUntil: null,
    language: 'en',
    ...fact,
  }));
  await inTransaction(app.db, (trx) => addFacts(trx, userId, facts, FACTS_MAX));
}

/** More facts than a prompt has room for. */
export const fillBrain = (app: TestApp, person: Pick<Person, 'userId'>): Promise<void> =>
  addSaid(
    app,
    person,
    Array.from({ length: 510 }, (_, index) => `Glaze ${index} is kept on shelf ${index % 40}.`),
  );

/** What the team knows, as sentences, newest first. */
export const knownTo = async (person: Person) =>
  (await person.api.brain.list.query({})).facts.map(({ statement }) => statement);

/** The instructions of the last answer. */
export const lastPrompt = (app: TestApp): string => app.model.requests.at(-1)?.instructions ?? '';

const ownerSaidIn = (content: string) => (JSON.parse(content) as MessageToLearn).ownerSaid; // reason: the task writes it as JSON
type Found = Partial<ExtractedFact> & Pick<ExtractedFact, 'statement'>;

/** The same model, but it finds these facts in a message; null leaves it to find its own, and a text is its whole answer. */
export function modelThatFinds(app: TestApp, find: (said: string) => Found[] | string | null): void {
  app.model.answerWith(async function* answerAs({ task, instructions, history }) {
    const turns = history.map(({ role, content }) => ({ role, text: content }));
    const conversation = { task, instructions, turns };
    const isMessage = task === 'learn-from-message';
    const said = isMessage ? ownerSaidIn(history.at(-1)?.content ?? '') : '';
    const found = isMessage || task === 'learn-from-source' ? find(said) : null;
    const about = { subject: 'The shop', attribute: '', value: '', quantity: null, unit: '' };
    const usual = { ...about, kind: 'policy', quote: said.slice(0, 20), question: '' };
    const rest = {
      validFrom: null,
      validUntil: null,
      isLasting: true,
      isAboutBusiness: true,
      relation: 'new',
      relatedTo: null,
    };
    if (found === null) yield composeTask(conversation) ?? composeAnswer(conversation);
    else
      yield typeof found === 'string'
        ? found
        : JSON.stringify({ facts: found.map((fact) => ({ ...usual, ...rest, ...fact })), hasMore: false });
  });
}
