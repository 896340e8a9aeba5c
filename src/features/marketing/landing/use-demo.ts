import { useEffect, useRef, useState } from 'react';
import { HISTORY_MESSAGES } from '#contract/chat/chat-history.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { askVisitor } from '#src/api/lazy/lazy-visitor.ts';

export type Exchange = {
  id: number;
  question: string;
  answer: string;
  /** The stream has ended. */
  isOver: boolean;
  /** Why the answer is missing or incomplete, in a sentence. */
  problem?: string;
};

const historyOf = (exchanges: readonly Exchange[]) =>
  exchanges
    .filter(({ problem }) => problem === undefined)
    .flatMap(({ question, answer }) => [
      { content: question, isUser: true },
      { content: answer, isUser: false },
    ])
    .slice(-HISTORY_MESSAGES);

/** The visitor's questions to Emmie in the demo, and her answers. Nothing is stored. */
export function useDemo() {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const leaving = useRef<AbortController>(null);
  const isBusy = exchanges.at(-1)?.isOver === false;
  useEffect(() => () => leaving.current?.abort(), []);

  const put = async (question: string) => {
    const id = exchanges.length;
    const change = (next: (exchange: Exchange) => Partial<Exchange>) =>
      setExchanges((all) => all.map((one) => (one.id === id ? { ...one, ...next(one) } : one)));
    setExchanges([...exchanges, { id, question, answer: '', isOver: false }]);
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    try {
      await askVisitor(
        { message: question, conversationHistory: historyOf(exchanges), teammate: 'emmie' },
        { onText: (piece) => change(({ answer }) => ({ answer: answer + piece })), signal },
      );
      change(() => ({ isOver: true }));
    } catch (error) {
      const { text } = await lazyFailure(error);
      change(() => ({ isOver: true, problem: text }));
    }
  };

  return {
    exchanges,
    isBusy,
    /** False if there is nothing to ask or an answer is on its way: such a send is ignored (VISITOR-5). */
    ask: (typed: string): boolean => {
      const question = typed.trim();
      if (question === '' || isBusy) return false;
      void put(question);
      return true;
    },
  };
}
