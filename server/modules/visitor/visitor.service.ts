import { HISTORY_MESSAGES } from '#contract/chat/chat-history.ts';
import { withoutNul } from '#contract/plain-text.ts';
import type { VisitorQuestion } from '#contract/chat/visitor-chat.ts';
import { VISITOR_ANSWER_MAX, VISITOR_TIME_LIMIT_MS } from '#contract/chat/visitor-limits.ts';
import type { ModelGateway, ModelRequest } from '#server/gateways/model/model.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import type { Log } from '#server/lib/log.ts';
import { networkOf } from '#server/lib/request/network-of.ts';
import { createOpenStreams } from '#server/lib/concurrency/open-streams.ts';
import { takeTurns } from '#server/lib/text/take-turns.ts';
import type { Hold, SpendingService } from '#server/modules/chat/spending.service.ts';
import { createTextStream } from './text-stream.ts';
import type { VisitorAllowance } from './visitor-allowance.ts';

/** The most answers one network may be waiting for at a time in this process: a classroom behind one address. */
const STREAMS_PER_NETWORK = 30;

type Asked = Pick<ModelRequest, 'task' | 'instructions' | 'history'>;
type Dependencies = {
  model: ModelGateway;
  allowance: VisitorAllowance;
  /** What the day's cap leaves for visitors, and what an answer actually cost. */
  spending: Pick<SpendingService, 'holdForVisitor' | 'settleForVisitor' | 'costOf'>;
  isModelEnabled: boolean;
  answerTokens: number;
  siteLinks: { publicUrl: string; supportEmail: string };
  log: Log;
};

function historyOf({ message, conversationHistory }: VisitorQuestion): Asked['history'] {
  const before = conversationHistory.map(({ content, isUser }) => ({
    role: isUser ? ('user' as const) : ('assistant' as const),
    content,
  }));
  return takeTurns([...before, { role: 'user', content: message }], HISTORY_MESSAGES + 1);
}

/** Answers visitors of the public site from the product's own facts. Stores and logs nothing of what they write. */
export function createVisitorService(dependencies: Dependencies) {
  const { model, allowance, spending, isModelEnabled, answerTokens, siteLinks, log } = dependencies;
  const streams = createOpenStreams(STREAMS_PER_NETWORK);
  const prompts = new Map<VisitorQuestion['teammate'], string>();

  /** The product's facts are computed with the first question, so that startup doesn't load their currency and list formats. */
  async function askedOf(question: VisitorQuestion): Promise<Asked> {
    const { answerVisitor } = await import('#server/prompts/visitor.ts');
    const { teammate } = question;
    const instructions = prompts.get(teammate) ?? answerVisitor.write({ teammate, siteLinks });
    prompts.set(teammate, instructions);
    return { task: answerVisitor.id, instructions, history: historyOf(question) };
  }

  async function enter(asked: Asked, client: Client): Promise<Hold> {
    if (!isModelEnabled) throw new AppError('MODEL_OFF');
    const { shareOf } = await allowance.take(client.address);
    const hold = await spending.holdForVisitor(asked, answerTokens, shareOf);
    if (hold === null) throw new AppError('MODEL_BUDGET');
    return hold;
  }

  /**
   * The answer, piece by piece. Nothing is counted or requested before the first piece is wanted; when `signal` aborts, or the reader
   * stops, the model is stopped.
   */
  async function* write(question: VisitorQuestion, client: Client, signal: AbortSignal): AsyncGenerator<string> {
    const asked = await askedOf(question);
    const hold = await enter(asked, client);
    const leaving = new AbortController();
    const late = AbortSignal.timeout(VISITOR_TIME_LIMIT_MS);
    const pieces = createTextStream();
    let written = '';
    const onText = (piece: string) => {
      const text = withoutNul(piece);
      const room = VISITOR_ANSWER_MAX - written.length;
      // Don't cut an emoji in half: the browser sends the answer back with the next question.
      const fitting = text.length > room ? text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '') : text;
      written += fitting;
      pieces.push(fitting);
      if (text.length < room) return;
      pieces.end();
      leaving.abort();
    };
    const spoken = model
      .answer({
        ...asked,
        maxOutputTokens: answerTokens,
        signal: AbortSignal.any([signal, leaving.signal, late]),
        onText,
      })
      .then((usage) => {
        pieces.end();
        return usage;
      })
      .catch((error: unknown) => {
        pieces.fail(error);
        return null;
      });
    try {
      yield* pieces.read();
    } catch (error) {
      // A visitor who has left gets no error, and an answer cut at its maximum length counts as complete.
      if (signal.aborted || leaving.signal.aborted) return;
      log.warn(
        { event: 'visitor unanswered', isLate: late.aborted, characters: written.length, err: error },
        'visitor unanswered',
      );
      throw new AppError('MODEL_FAILED');
    } finally {
      leaving.abort();
      await spending.settleForVisitor(hold, spending.costOf(asked, written, await spoken));
    }
  }

  async function* answer(question: VisitorQuestion, client: Client, signal: AbortSignal): AsyncGenerator<string> {
    const leave = streams.enter(networkOf(client.address));
    if (!leave) throw new AppError('TOO_MANY_STREAMS');
    try {
      yield* write(question, client, signal);
    } finally {
      leave();
    }
  }

  return {
    answer,
    /** The same in one piece, for scripts that do not stream. */
    answerWhole: async (question: VisitorQuestion, client: Client, signal: AbortSignal): Promise<string> => {
      let whole = '';
      for await (const piece of answer(question, client, signal)) whole += piece;
      return whole;
    },
  };
}
export type VisitorService = ReturnType<typeof createVisitorService>;
