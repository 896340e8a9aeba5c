import type { z } from 'zod';
import type { MemoryAction, MemoryRefusal } from '#contract/brain/memory.ts';
import type { Db } from '#db/client.ts';
import type { CandidateFact } from '#db/queries/chat/turn-memory.ts';
import {
  claimMemory,
  findFactsByNumber,
  findHighestNumber,
  recordMemoryOutcome,
} from '#db/queries/chat/turn-memory.ts';
import { inTransaction } from '#db/transaction.ts';
import type { TurnId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { AnsweredCall, ToolCall } from '#server/gateways/model/model-tools.ts';
import { correctSchema, forgetSchema, rememberSchema } from '#server/prompts/memory-tools.ts';
import { preferenceOrigin, type Learning } from '../learning/learning.ts';
import type { Embedder } from '../meaning/embedder.ts';
import { keepPreferences } from '../preferences/learned-preferences.ts';
import { undoEarlierVersions } from '../undo-versions.ts';
import { decideForget, executeForget } from './forgetting.ts';
import { replaceFact } from './replace-fact.ts';
import {
  isSaidIn,
  isSecretIn,
  readFact,
  readNumbers,
  readPreferences,
  TOOLS_PROMPT,
  type AskedMessage,
} from './stated.ts';

/** The turn that the tools were called in. */
export type ToolTurn = {
  userId: UserId;
  id: TurnId;
  message: AskedMessage;
  /** The numbers of the facts that the model was given. */
  given: readonly number[];
  candidates: readonly CandidateFact[];
};
/** The outcome of a call, and the owner's words that asked for it. */
type Result = { action: MemoryAction; note: string; order?: string };
/** `apply` executes it in the transaction, given the highest fact number, and returns the outcome if that differs. */
type Step = Result & {
  apply?: (trx: Db, highestNumber: number) => Promise<Result | null>;
};

const REFUSALS: Record<MemoryRefusal, string> = {
  private: 'Not remembered: this chat is private.',
  off: 'Not remembered: the owner has switched learning from chats off, on the Brain page.',
  gone: 'Not remembered: this message was edited or deleted.',
  secret: 'Not remembered: it looks like a password, a key, a code or a card number, which is never kept.',
  full: 'Not remembered: the Brain is full.',
  'no-such-fact': 'Nothing was changed: the Brain has no such fact.',
  'not-asked': 'Nothing was done: the last message doesn’t ask for it.',
  unreadable: 'Nothing was done: the arguments can’t be read.',
};
/** Actions that are refused if the message became private or was deleted while the model was answering. */
const KEEPS = new Set<MemoryAction['kind']>(['remembered', 'known', 'corrected', 'preferences', 'unclear']);
const refuse = (reason: MemoryRefusal): Step => ({ action: { kind: 'refused', reason }, note: REFUSALS[reason] });

type Dependencies = {
  db: Db;
  clock: Clock;
  learning: Pick<Learning, 'fromMessage' | 'addAll'>;
  embedder: Pick<Embedder, 'embedLater'>;
};

/** Executes the calls of `remember`, `correct` and `forget` of one answer, once per turn, and records them with it. */
export function createMemoryToolRunner({ db, clock, learning, embedder }: Dependencies) {
  /** Why nothing may be kept from the message or from the tool's arguments; null if it may. */
  function findRefusal({ message }: ToolTurn, stated: object): Step | null {
    if (message.unwanted !== null) return refuse(message.unwanted);
    const texts = Object.values(stated).filter((value) => typeof value === 'string');
    return isSecretIn(texts.join('\n'), message) ? refuse('secret') : null;
  }

  const ask = (reading: string, order: string, replaces: number | null): Step => ({
    action: { kind: 'unclear', reading, order, replaces, step: 'asked' },
    order,
    note: `Nothing was kept yet. Ask in one sentence whether this is meant: “${reading}” The owner has buttons for yes and no.`,
  });

  async function remember(turn: ToolTurn, input: unknown): Promise<Step> {
    const parsed = rememberSchema.safeParse(input);
    if (!parsed.success) return refuse('unreadable');
    const { isClear, ...stated } = parsed.data;
    const { order } = stated;
    const { userId, message } = turn;
    if (!isSaidIn(order, message.question)) return refuse('not-asked');
    const refusal = findRefusal(turn, stated);
    if (refusal) return refusal;
    const { fact, isSupported } = readFact(stated, message);
    if (!isClear || !isSupported) return ask(fact.statement, order, null);
    const found = await learning.fromMessage([fact], message, { isConfirmed: true });
    const now = await clock.now();
    return {
      action: { kind: 'remembered', factIds: [] },
      note: `Remembered: ${fact.statement}`,
      order,
      apply: async (trx) => {
        const [placed] = await learning.addAll(trx, userId, found, { now });
        if (placed?.outcome === 'added') return null;
        if (placed?.outcome !== 'known') return { ...refuse('full'), order };
        return { action: { kind: 'known', factIds: [placed.factId] }, note: `Known already: ${fact.statement}`, order };
      },
    };
  }

  async function correct(turn: ToolTurn, input: unknown): Promise<Step> {
    const parsed = correctSchema.safeParse(input);
    if (!parsed.success) return refuse('unreadable');
    const { fact: number, ...stated } = parsed.data;
    const { order } = stated;
    const { userId, message } = turn;
    if (!isSaidIn(order, message.question)) return refuse('not-asked');
    const refusal = findRefusal(turn, stated);
    if (refusal) return refusal;
    const [old] = await findFactsByNumber(db, userId, readNumbers(turn, [number]));
    if (!old) return refuse('no-such-fact');
    const { fact, isSupported } = readFact(stated, message);
    if (!isSupported) return ask(fact.statement, order, old.number);
    const found = await learning.fromMessage([fact], message, { isConfirmed: true });
    const now = await clock.now();
    const note = `Corrected: ${fact.statement} It takes the place of: ${old.statement}`;
    return {
      action: { kind: 'corrected', factIds: [old.id] },
      note,
      order,
      apply: async (trx, highestNumber) => {
        // Another call of this answer, or another request, may have replaced or forgotten it since.
        const [live] = await findFactsByNumber(trx, userId, [old.number]);
        if (!live) return refuse('no-such-fact');
        const factIds = await replaceFact(trx, userId, live, found, { highestNumber, now });
        await embedder.embedLater(trx, userId);
        return factIds.length === 1 ? null : { action: { kind: 'corrected', factIds }, note };
      },
    };
  }

  /** Combines the preferences from all calls of one answer into one change, so one Undo reverts it. */
  async function setPreferences(turn: ToolTurn, orders: readonly z.output<typeof rememberSchema>[]): Promise<Step> {
    const { userId, message } = turn;
    const order = [...new Set(orders.map((one) => one.order))].join('\n');
    const values = orders.map(({ preference }) => preference?.value ?? '');
    const refusal = findRefusal(turn, [order, ...values]);
    if (refusal) return refusal;
    const wanted = orders.flatMap((one) => readPreferences(one, message));
    const origin = { ...preferenceOrigin(message, { prompt: TOOLS_PROMPT }), now: await clock.now() };
    const action = { kind: 'preferences' } as const; // reason: the literal is the union's tag
    return {
      action,
      note: 'From now on, answers are as the owner wants them.',
      order,
      apply: async (trx) => {
        const kept = await keepPreferences(trx, userId, message.questionId, wanted, origin);
        if (kept === null) return null;
        return { action: kept.isKept ? action : { kind: 'refused', reason: 'full' }, note: kept.text, order };
      },
    };
  }

  /** Handles all calls of one answer together, so that splitting an order can't get around asking. */
  async function forget(turn: ToolTurn, inputs: readonly unknown[]): Promise<Step> {
    const orders = inputs.flatMap((input) => forgetSchema.safeParse(input).data ?? []);
    if (orders.length === 0) return refuse('unreadable');
    const { userId, message, candidates } = turn;
    const said = orders.filter(({ order }) => isSaidIn(order, message.question));
    if (said.length === 0) return refuse('not-asked');
    const named = {
      numbers: readNumbers(
        turn,
        said.flatMap(({ facts }) => facts),
      ),
      words: said.map(({ words }) => words).join(' '),
      isStatement: false,
      isEverything: said.some(({ isEverything }) => isEverything),
      isUnsaid: said.some(({ words }) => words.trim() !== '' && !isSaidIn(words, message.question, 1)),
    };
    const decision = await decideForget(db, userId, named, candidates);
    const order = said.map((one) => one.order).join('\n');
    const { action, note } = decision;
    const now = await clock.now();
    const apply = async (trx: Db) => {
      const done = await executeForget(trx, userId, decision, now);
      return done === decision ? null : { action: done.action, note: done.note, order };
    };
    return { action, note, order, apply };
  }

  /** The steps for these calls, each with the ids of the calls it covers. */
  async function prepare(turn: ToolTurn, calls: readonly ToolCall[]): Promise<(Step & { ids: string[] })[]> {
    const aboutAnswers = calls.flatMap(({ id, name, input }) => {
      const { data } = rememberSchema.safeParse(name === 'remember' ? input : null);
      return data && readPreferences(data, turn.message).length > 0 ? [{ id, data }] : [];
    });
    const toForget = calls.filter(({ name }) => name === 'forget');
    const together = new Set([...aboutAnswers, ...toForget].map(({ id }) => id));
    const steps = calls
      .filter(({ id }) => !together.has(id))
      .map(async ({ id, name, input }) => {
        const execute = name === 'remember' ? remember : name === 'correct' ? correct : null;
        return { ...(execute ? await execute(turn, input) : refuse('unreadable')), ids: [id] };
      });
    const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
    const orders = aboutAnswers.map(({ data }) => data);
    const set = async () => ({ ...(await setPreferences(turn, orders)), ids: idsOf(aboutAnswers) });
    const inputs = toForget.map(({ input }) => input);
    const forgotten = async () => ({ ...(await forget(turn, inputs)), ids: idsOf(toForget) });
    return Promise.all([
      ...steps,
      ...(aboutAnswers.length > 0 ? [set()] : []),
      ...(toForget.length > 0 ? [forgotten()] : []),
    ]);
  }

  /**
   * Returns what the model is told about each call. Throws, with nothing done, if this attempt has lost the turn or its
   * tools already ran. A refused call changes nothing, and the others are still executed.
   */
  return async (turn: ToolTurn, calls: readonly ToolCall[]): Promise<AnsweredCall[]> => {
    await undoEarlierVersions(db, turn.userId, turn.message);
    const steps = await prepare(turn, calls);
    const describe = (done: readonly Result[]) => ({
      note: done.map(({ note }) => note).join(' '),
      memory: { actions: done.map(({ action }) => action), orders: done.flatMap(({ order }) => order ?? []) },
    });
    const done = await inTransaction(db, async (trx) => {
      const claimed = await claimMemory(trx, turn, describe(steps));
      if (claimed === null) throw new Error(`turn ${turn.id} has ended or has called its tools`);
      const { highestNumber, unwanted } = claimed;
      const results: Result[] = [];
      for (const [index, { apply, action, note, order }] of steps.entries()) {
        if (unwanted !== null && KEEPS.has(action.kind)) {
          results.push(refuse(unwanted));
          continue;
        }
        const number = index === 0 ? highestNumber : await findHighestNumber(trx, turn.userId);
        results.push((await apply?.(trx, number)) ?? { action, note, order });
      }
      const isAsPlanned = results.every(({ action }, index) => action === steps[index]?.action);
      if (!isAsPlanned) await recordMemoryOutcome(trx, turn, { ...describe(results), cited: [] });
      return results;
    });
    const resultOf = (id: string) => done[steps.findIndex(({ ids }) => ids.includes(id))]?.note;
    return calls.map((call) => ({ ...call, result: resultOf(call.id) ?? REFUSALS.unreadable }));
  };
}
