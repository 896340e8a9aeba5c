import { withoutNul } from '#contract/plain-text.ts';
import type { AnsweredCall, ModelTool, ToolCall } from '#server/gateways/model/model-tools.ts';
import type { TeammateModel, ModelRequest, ModelUsage } from '#server/gateways/model/model.ts';
import type { SpendingService } from '../spending.service.ts';
import type { LiveTurn } from './live-turns.ts';

/** Pieces are collected this long before readers are woken, in milliseconds. */
const GATHER_MS = 40;
/** Between what a teammate writes before it calls a tool and after. */
const PARAGRAPH = '\n\n';

/** The request to the model for one answer. */
export type AnswerRequest = Pick<ModelRequest, 'task' | 'instructions' | 'history' | 'tools'>;
/** The tools of a turn: the request for a model that can call them, and what happens when it does. */
export type TurnTools = {
  request: AnswerRequest;
  offered: readonly ModelTool[];
  /** Executes calls, once per turn. Returns what the model is told about each. */
  execute: (calls: readonly ToolCall[]) => Promise<AnsweredCall[]>;
};
/**
 * A command recognized from a question's wording. `execute` runs it once per turn and returns a request builder.
 */
export type TurnCommand = { execute: (signal: AbortSignal) => Promise<() => Promise<AnswerRequest>> };
/**
 * What the model gets. If it can't call tools, the question's command is executed first; if it calls none,
 * afterwards.
 */
export type Asked = {
  request: AnswerRequest;
  tools: TurnTools | null;
  command: TurnCommand | null;
};

type Dependencies = {
  model: TeammateModel;
  spending: Pick<SpendingService, 'costOf'>;
  /** Whether a provider refused a request because of the tools in it. */
  areToolsRefused: (error: unknown) => boolean;
};

/** Streams the model's output into the answer, and notifies readers every `GATHER_MS` instead of at every token. */
async function readAnswer(model: TeammateModel, request: Omit<ModelRequest, 'signal' | 'onText'>, answer: LiveTurn) {
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;
  const flush = () => {
    timer = undefined;
    if (gathered !== '') answer.append(gathered);
    gathered = '';
  };
  const onText = (piece: string) => {
    gathered += withoutNul(piece);
    // The first words go out immediately: they are what people wait for.
    if (isFirst) flush();
    else timer ??= setTimeout(flush, GATHER_MS);
    isFirst = false;
  };
  try {
    return await model.answer({ ...request, signal: answer.stop.signal, onText });
  } finally {
    clearTimeout(timer);
    flush();
  }
}

/**
 * Writes an answer: asks the model, executes its tool calls, and asks once more for the text. An order for which it
 * calls no tool is executed from its wording, and the answer stays: the product shows what was done. `onSpent` is
 * called with the cost of each request, in millionths of a US dollar, even if it fails.
 */
export async function writeAnswer(
  { model, spending, areToolsRefused }: Dependencies,
  { request, tools, command }: Asked,
  answer: LiveTurn,
  onSpent: (microUsd: number) => void,
): Promise<void> {
  /** One request. Returns its text and the calls of tools. */
  async function ask(asked: AnswerRequest): Promise<{ text: string; calls: ToolCall[] }> {
    const before = answer.text.length;
    const calls: ToolCall[] = [];
    let usage: ModelUsage | null = null;
    let isRefused = false;
    try {
      usage = await readAnswer(model, { ...asked, onToolCall: (call) => void calls.push(call) }, answer);
    } catch (error) {
      isRefused = areToolsRefused(error);
      throw error;
    } finally {
      if (!isRefused) onSpent(spending.costOf(asked, answer.text.slice(before), usage));
    }
    return { text: answer.text.slice(before), calls };
  }

  /** Null if the model can't call tools. */
  async function askWithTools({ request: asked, offered }: TurnTools) {
    if (!model.canCallTools()) return null;
    try {
      return await ask({ ...asked, tools: { offered } });
    } catch (error) {
      if (areToolsRefused(error)) return null;
      throw error;
    }
  }

  const first = tools && (await askWithTools(tools));
  if (!tools || !first) {
    const writeRequest = await command?.execute(answer.stop.signal);
    await ask(writeRequest ? await writeRequest() : request);
    return;
  }
  const { text, calls } = first;
  if (calls.length === 0 && command === null) return;
  answer.stop.signal.throwIfAborted();
  if (calls.length === 0) {
    await command?.execute(answer.stop.signal);
    return;
  }
  const called = { text, calls: await tools.execute(calls) };
  answer.stop.signal.throwIfAborted();
  if (text.trim() !== '') answer.append(PARAGRAPH);
  await ask({ ...tools.request, tools: { offered: tools.offered, called } });
}
