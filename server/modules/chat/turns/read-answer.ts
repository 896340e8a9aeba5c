import { withoutNul } from '#contract/plain-text.ts';
import type { ModelGateway, ModelRequest, ModelUsage } from '#server/gateways/model/model.ts';
import type { LiveTurn } from './live-turns.ts';

/** Pieces are collected this long before readers are woken, in milliseconds. */
const GATHER_MS = 40;

/** The request to the model for one answer. */
export type AnswerRequest = Pick<ModelRequest, 'task' | 'instructions' | 'history'>;

/** Reads the model into the answer and notifies readers every few tens of milliseconds instead of at every token. */
export async function readAnswer(model: ModelGateway, request: AnswerRequest, answer: LiveTurn): Promise<ModelUsage> {
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
