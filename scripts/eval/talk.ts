import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FACT_KINDS, FACTS_MAX } from '#contract/brain/brain.ts';
import type { MemoryAction } from '#contract/brain/memory.ts';
import type { Database } from '#db/client.ts';
import { addFacts } from '#db/queries/brain/add-facts.ts';
import { readSendContext } from '#db/queries/chat/turn-context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { ConversationId, MessageId, TurnId } from '#db/types.gen.ts';
import type { ModelGateway } from '#server/gateways/model/model.ts';
import type { ToolCall } from '#server/gateways/model/model-tools.ts';
import { createSearchQueue } from '#server/lib/concurrency/search-queue.ts';
import { createLog } from '#server/lib/log.ts';
import { createBrainService } from '#server/modules/brain/brain.service.ts';
import { createTurnRequests } from '#server/modules/chat/turns/turn-requests.ts';
import { answerMessage } from '#server/prompts/answer.ts';
import { alignColumns } from './align-columns.ts';
import { addPerson, NOW, openEmptyDatabase } from './retrieval/open-brain.ts';

const DOES = ['remember', 'forget', 'correct', 'ask', 'nothing'] as const;
const caseSchema = z.strictObject({
  id: z.string(),
  language: z.string(),
  facts: z.array(
    z.strictObject({
      number: z.int(),
      kind: z.enum(FACT_KINDS),
      subject: z.string(),
      attribute: z.string(),
      value: z.string(),
      statement: z.string(),
    }),
  ),
  /** The teammate's last message, or empty. */
  before: z.string(),
  message: z.string(),
  expected: z.strictObject({
    does: z.enum(DOES),
    about: z.array(z.int()),
    /** Of each list, what is kept has one. */
    keeps: z.array(z.array(z.string())),
  }),
  why: z.string().optional(),
});
type Case = z.output<typeof caseSchema>;

/** What came of a message: `does` is null if it did several kinds of things. `about` are numbers of known facts. */
type Outcome = { does: (typeof DOES)[number] | null; about: number[]; kept: string };

const FILES = { open: 'sets/talk.json', 'held out': 'held-out/talk.json' } as const;
type List = keyof typeof FILES;
const readCases = (list: List): Case[] => {
  const path = join(import.meta.dirname, FILES[list]);
  return existsSync(path) ? z.array(caseSchema).parse(JSON.parse(readFileSync(path, 'utf8'))) : [];
};

const KINDS: Partial<Record<MemoryAction['kind'], (typeof DOES)[number]>> = {
  remembered: 'remember',
  preferences: 'remember',
  corrected: 'correct',
  forgotten: 'forget',
  choose: 'ask',
  everything: 'ask',
  unclear: 'ask',
};

/** The product's services over a database of their own, with the model that writes the calls. */
function openTalk({ db }: Database, gateway: ModelGateway) {
  const clock = { now: () => Promise.resolve(NOW) };
  const brain = createBrainService({
    db,
    clock,
    attempts: { count: () => Promise.resolve() },
    ask: () => Promise.reject(new Error('messages aren’t read for facts here')),
    isModelEnabled: true,
    log: createLog('silent'),
    embeddings: null,
    embedder: { embed: () => Promise.resolve(), embedLater: () => Promise.resolve() },
    searches: createSearchQueue(1),
  });
  const profile = { accessOf: () => Promise.reject(new Error('no command is executed here')) };
  const requests = createTurnRequests({ db, clock, profile, brain });

  return async ({ facts, before, message: question }: Case): Promise<Outcome> => {
    const userId = await addPerson({ db });
    const known = facts.map(({ kind, subject, attribute, value, statement }) => {
      const origin = { quote: '', question: '', assistantId: null, conversationId: null, messageId: null };
      const said = {
        state: 'confirmed',
        source: 'message',
        learnedAt: NOW,
        validFrom: null,
        validUntil: null,
      } as const; // reason: literals
      const about = { kind, subject, attribute, value, quantity: null, unit: '', statement };
      return { id: randomUUID(), ...about, ...origin, ...said, language: '' };
    });
    await inTransaction(db, (trx) => addFacts(trx, userId, known, FACTS_MAX));
    const conversationId = randomUUID() as ConversationId; // reason: new ids get their brands here
    const [questionId, answerId] = [randomUUID() as MessageId, randomUUID() as MessageId]; // reason: as above
    const turnId = randomUUID() as TurnId; // reason: as above
    const at = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    const of = { user_id: userId, conversation_id: conversationId };
    const times = { created_at: at(9), updated_at: NOW };
    const conversation = { id: conversationId, user_id: userId, assistant_type: 'emmie', title: 'Talk' } as const; // reason: literals
    await db
      .insertInto('conversations')
      .values({ ...conversation, ...times })
      .execute();
    const said = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: before },
    ] as const; // reason: literals
    for (const [index, { role, content }] of (before === '' ? [] : said).entries())
      await db
        .insertInto('messages')
        .values({ id: randomUUID() as MessageId, ...of, role, content, created_at: at(5 - index) }) // reason: as above
        .execute();
    const keys = { userId, assistantId: 'emmie', turnId, conversationId, replaces: null, question } as const; // reason: literals
    const context = await readSendContext(db, { ...keys, sourceIds: [], now: NOW }, null);
    const rows = [
      { id: questionId, role: 'user', content: question, created_at: at(1) },
      { id: answerId, role: 'assistant', content: '', created_at: NOW },
    ] as const; // reason: literals
    await db
      .insertInto('messages')
      .values(rows.map((row) => ({ ...row, ...of })))
      .execute();
    const turn = { id: turnId, ...of, question_id: questionId, answer_id: answerId, month_year: '2026-11' };
    await db
      .insertInto('turns')
      .values({
        ...turn,
        status: 'streaming',
        lease_expires_at: at(-60),
        created_at: NOW,
        learning: 'due',
        follows: conversationId,
      })
      .execute();
    const { given } = brain.chooseKnown(context.known, { tier: 'ultimate' });
    const told = { ...context, assistantId: keys.assistantId, given, justDone: null, today: NOW };
    const asked = { question, askedAt: NOW, unwanted: null, isVersion: false, assistantId: keys.assistantId };
    const message = { ...asked, conversationId, questionId, answerId };
    const history = [...context.history, { role: 'user' as const, content: question }];
    const { request, offered, execute } = requests.offerTools(
      { userId, turnId, message },
      answerMessage,
      told,
      history,
    );
    const calls: ToolCall[] = [];
    const signal = new AbortController().signal;
    const onToolCall = (call: ToolCall) => void calls.push(call);
    await gateway.answer({ ...request, tools: { offered }, signal, onText: () => {}, onToolCall });
    if (calls.length > 0) await execute(calls);

    const { memory } = await brain.ofConversation(userId, conversationId);
    const actions = memory.flatMap((one) => one.actions);
    const numberOf = (id: string) => known.findIndex((fact) => fact.id === id) + 1;
    const does = new Set(actions.flatMap(({ kind }) => KINDS[kind] ?? []));
    const about = actions.flatMap((action) =>
      action.kind === 'everything'
        ? facts.map(({ number }) => number)
        : 'factIds' in action && action.kind !== 'known'
          ? action.factIds.map(numberOf)
          : [],
    );
    const added = await db
      .selectFrom('facts')
      .select('statement')
      .where('user_id', '=', userId)
      .where('message_id', '=', questionId)
      .execute();
    const preferences = await db
      .selectFrom('answer_preferences')
      .select('value')
      .where('user_id', '=', userId)
      .execute();
    const kept = [...added.map(({ statement }) => statement), ...preferences.map(({ value }) => value)].join('\n');
    return { does: does.size > 1 ? null : ([...does][0] ?? 'nothing'), about: about.toSorted((a, b) => a - b), kept };
  };
}

function isRight({ expected }: Case, { does, about, kept }: Outcome): boolean {
  const words = kept.toLowerCase();
  return (
    does === expected.does &&
    String(about) === String(expected.about.toSorted((a, b) => a - b)) &&
    expected.keeps.every((some) => some.some((one) => words.includes(one.toLowerCase())))
  );
}

/**
 * How often a model that is asked to remember, to correct or to forget calls the right tool, and the product does what
 * is meant: by what is expected, and in all, of the open and the held-out cases. With `isVerbose`, also what came of
 * those that came out wrong, except held-out ones.
 */
export async function reportTalk(gateway: ModelGateway, isVerbose: boolean): Promise<string> {
  const database = await openEmptyDatabase();
  try {
    const run = openTalk(database, gateway);
    const judged: { list: List; one: Case; outcome: Outcome }[] = [];
    for (const list of ['open', 'held out'] as const)
      for (const one of readCases(list)) judged.push({ list, one, outcome: await run(one) });
    const figure = (list: List, does: string | null) => {
      const some = judged.filter((each) => each.list === list && (does === null || each.one.expected.does === does));
      return some.length === 0
        ? 'none'
        : `${some.filter(({ one, outcome }) => isRight(one, outcome)).length} of ${some.length}`;
    };
    const rows = [...DOES, null].map((does) => [does ?? 'all', figure('open', does), figure('held out', does)]);
    const wrong = judged
      .filter(({ list, one, outcome }) => isVerbose && list === 'open' && !isRight(one, outcome))
      .map(({ one, outcome }) => `${one.id}: ${JSON.stringify(outcome)} for “${one.message}”`);
    return [...alignColumns([['expected', 'open', 'held out'], ...rows]), ...wrong].join('\n');
  } finally {
    await database.close();
  }
}
