import type { AnswerEvent, AnswerPosition } from '#contract/chat/chat.ts';

type End = Omit<Extract<AnswerEvent, { type: 'end' }>, 'attempt'>;

/** The largest piece handed to a reader at a time, in UTF-16 units: the memory that a reader on a slow network costs. */
const PIECE_MAX = 16_384;

/** An attempt at an answer that is being written in this process: its text so far, and the readers waiting for more. */
export class LiveTurn {
  readonly attempt: number;
  text: string;
  end: End | 'lost' | null = null;
  readonly stop = new AbortController();
  readonly #waiting = new Set<() => void>();

  /** `text` is the existing text when an answer is continued. */
  constructor(attempt: number, text = '') {
    this.attempt = attempt;
    this.text = text;
  }

  append(piece: string): void {
    this.text += piece;
    this.#notifyReaders();
  }

  /** `lost`: another process ended this attempt. How, and what came after it, is in the table. */
  finish(end: End | 'lost'): void {
    this.end = end;
    this.#notifyReaders();
  }

  #notifyReaders(): void {
    for (const notify of this.#waiting) notify();
  }

  /**
   * Every piece from a position on, once and in order, then the end. A slow reader has no queue: it gets everything that has accumulated.
   * Stops without an end when the attempt is lost.
   */
  async *follow(from: AnswerPosition, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const { attempt } = this;
    let offset = from.attempt === attempt ? Math.min(from.offset, this.text.length) : 0;
    if (isReplaced(from, this)) yield { type: 'text', attempt, offset, text: '' };
    let resume: () => void = () => undefined;
    const notify = () => resume();
    this.#waiting.add(notify);
    signal.addEventListener('abort', notify);
    try {
      while (!signal.aborted) {
        if (this.text.length > offset) {
          const text = this.text.slice(offset, offset + PIECE_MAX);
          yield { type: 'text', attempt, offset, text };
          offset += text.length;
        } else if (this.end) {
          if (this.end !== 'lost') yield { ...this.end, attempt };
          return;
        } else {
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
        }
      }
    } finally {
      this.#waiting.delete(notify);
      signal.removeEventListener('abort', notify);
    }
  }
}

/** Whether a reader has text of an earlier attempt while this one has none yet: it gets an empty piece, which takes the old text's place. */
export function isReplaced(from: AnswerPosition, now: { attempt: number; text: string }): boolean {
  return from.attempt !== 0 && from.attempt !== now.attempt && now.text === '';
}
