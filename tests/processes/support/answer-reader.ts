import type { AnswerEvent } from '#contract/chat/chat.ts';
import { eventually } from './eventually.ts';

type Text = Extract<AnswerEvent, { type: 'text' }>;
type End = Extract<AnswerEvent, { type: 'end' }>;

/** The data of every server-sent event in a body, as it arrives. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<{ name: string; data: string }> {
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (key: string) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${key}:`))
          .map((line) => line.slice(key.length + 1).trimStart())
          .join('\n');
      yield { name: field('event'), data: field('data') };
    }
  }
}

/** Follows one answer over one connection and notes when it had read how much. It does not reconnect. */
export class AnswerReader {
  readonly from: number;
  readonly pieces: (Text & { at: number })[] = [];
  end: (End & { at: number }) | null = null;
  /** How the connection ended, when it ended without the end of the answer. */
  broken: string | null = null;
  readonly #leave = new AbortController();

  constructor(url: string, options: { messageId: string; offset: number; cookie: string }) {
    this.from = options.offset;
    const input = JSON.stringify({ messageId: options.messageId, offset: options.offset });
    void this.#read(`${url}/trpc/chat.follow?input=${encodeURIComponent(input)}`, options.cookie);
  }

  async #read(address: string, cookie: string): Promise<void> {
    try {
      const headers = { accept: 'text/event-stream', cookie };
      const response = await fetch(address, { headers, signal: this.#leave.signal });
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
      for await (const { name, data } of eventsIn(response.body)) {
        if (name === 'serialized-error') throw new Error(data);
        if (name !== '' || data === '') continue;
        const event = JSON.parse(data) as AnswerEvent; // reason: what chat.follow yields
        if (event.type === 'end') this.end = { ...event, at: performance.now() };
        else this.pieces.push({ ...event, at: performance.now() });
      }
      if (!this.end) this.broken = 'the connection ended';
    } catch (error) {
      if (!this.end) this.broken = String(error);
    }
  }

  get text(): string {
    return this.pieces.map(({ text }) => text).join('');
  }

  /** How much of the answer it had read at a moment of `performance.now()`, counted from the beginning of the answer. */
  lengthAt(moment: number): number {
    return this.pieces.reduce((sum, { text, at }) => (at <= moment ? sum + text.length : sum), this.from);
  }

  /** Whether every piece followed the one before it, without a gap and without a repetition. */
  get isInOrder(): boolean {
    let next = this.from;
    return this.pieces.every(({ offset, text }) => {
      const fits = offset === next;
      next = offset + text.length;
      return fits;
    });
  }

  untilLength(characters: number, withinMs = 15_000): Promise<true> {
    return eventually(
      `a reader has ${characters} characters (it has ${this.text.length}, ${this.broken ?? 'still reading'})`,
      () => this.from + this.text.length >= characters,
      { withinMs },
    );
  }

  untilEnd(withinMs = 40_000): Promise<End & { at: number }> {
    return eventually(`a reader is told the end (${this.broken ?? 'still reading'})`, () => this.end, { withinMs });
  }

  leave(): void {
    this.#leave.abort();
  }
}
