import type { AnswerEvent } from '#contract/chat/chat.ts';

type End = Extract<AnswerEvent, { type: 'end' }>;

/** The largest piece handed to a reader at once, in UTF-16 units: what one reader costs while its network is slow. */
const PIECE_MAX = 16_384;

/** An answer being written in this process: its text so far, and whoever waits for more. */
export class LiveTurn {
  text: string;
  end: End | null = null;
  readonly stop = new AbortController();
  readonly #waiting = new Set<() => void>();

  /** `text` is what is there already when an answer is gone on with. */
  constructor(text = '') {
    this.text = text;
  }

  append(piece: string): void {
    this.text += piece;
    this.#notifyReaders();
  }

  finish(end: End): void {
    this.end = end;
    this.#notifyReaders();
  }

  #notifyReaders(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Every piece from `offset` on, once and in order, then the end. A slow reader holds no queue: it takes what has gathered. */
  async *follow(offset: number, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    let from = Math.min(offset, this.text.length);
    let resume: () => void = () => undefined;
    const wake = () => resume();
    this.#waiting.add(wake);
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted) {
        if (this.text.length > from) {
          const text = this.text.slice(from, from + PIECE_MAX);
          yield { type: 'text', offset: from, text };
          from += text.length;
        } else if (this.end) {
          yield this.end;
          return;
        } else {
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
        }
      }
    } finally {
      this.#waiting.delete(wake);
      signal.removeEventListener('abort', wake);
    }
  }
}
