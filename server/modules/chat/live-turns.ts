import type { AnswerEvent } from '#contract/chat.ts';

type End = Extract<AnswerEvent, { type: 'end' }>;

/** An answer being written in this process: its text so far, and whoever waits for more. */
export class LiveTurn {
  text = '';
  end: End | null = null;
  readonly stop = new AbortController();
  #wake: PromiseWithResolvers<void> = Promise.withResolvers();

  append(piece: string): void {
    this.text += piece;
    this.#wakeReaders();
  }

  finish(end: End): void {
    this.end = end;
    this.#wakeReaders();
  }

  #wakeReaders(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** Every piece from `offset` on, once and in order, then the end. A slow reader holds no queue: it takes what has gathered. */
  async *follow(offset: number, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    let from = Math.min(offset, this.text.length);
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    while (!signal.aborted) {
      const woken = this.#wake.promise;
      if (this.text.length > from) {
        const text = this.text.slice(from);
        yield { type: 'text', offset: from, text };
        from += text.length;
      } else if (this.end) {
        yield this.end;
        return;
      } else {
        await Promise.race([woken, aborted]);
      }
    }
  }
}
