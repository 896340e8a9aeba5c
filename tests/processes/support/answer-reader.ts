import type { AnswerEvent, AnswerPosition } from '#contract/chat/chat.ts';
import type { LiveEvent } from '#contract/live.ts';
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

/** Follows one answer over one connection and records when it had read how much. It does not reconnect. */
export class AnswerReader {
  readonly from: AnswerPosition;
  readonly pieces: (Text & { at: number })[] = [];
  end: (End & { at: number }) | null = null;
  /** How the connection ended, if it ended before the answer did. */
  broken: string | null = null;
  readonly #leave = new AbortController();

  constructor(url: string, options: { messageId: string; from: AnswerPosition; cookie: string }) {
    const { messageId, from, cookie } = options;
    this.from = from;
    const input = JSON.stringify({ answers: [{ messageId, ...from }] });
    void this.#read(`${url}/trpc/live.follow?input=${encodeURIComponent(input)}`, cookie);
  }

  async #read(address: string, cookie: string): Promise<void> {
    try {
      const headers = { accept: 'text/event-stream', cookie };
      const response = await fetch(address, { headers, signal: this.#leave.signal });
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
      for await (const { name, data } of eventsIn(response.body)) {
        if (name === 'serialized-error') throw new Error(data);
        if (name !== '' || data === '') continue;
        const event = JSON.parse(data) as LiveEvent; // reason: what live.follow yields
        if (event.type === 'refused') throw new Error(event.code);
        if (event.type === 'end') this.end = { ...event, at: performance.now() };
        else this.pieces.push({ ...event, at: performance.now() });
      }
      if (!this.end) this.broken = 'the connection ended';
    } catch (error) {
      if (!this.end) this.broken = String(error);
    }
  }

  /** The text of the newest attempt, from this reader's position on. */
  get text(): string {
    const newest = this.pieces.at(-1)?.attempt;
    return this.pieces.map(({ attempt, text }) => (attempt === newest ? text : '')).join('');
  }

  /** How much of the answer it had read at a given `performance.now()`, counted from the beginning of the answer. */
  lengthAt(moment: number): number {
    const last = this.pieces.findLast(({ at }) => at <= moment);
    return last ? last.offset + last.text.length : this.from.offset;
  }

  /** Whether every piece followed the one before it, without a gap or a repetition. A later attempt begins at the beginning. */
  get isInOrder(): boolean {
    let next = this.from;
    return this.pieces.every(({ attempt, offset, text }) => {
      const fits = attempt === next.attempt ? offset === next.offset : attempt > next.attempt && offset === 0;
      next = { attempt, offset: offset + text.length };
      return fits;
    });
  }

  untilLength(characters: number, withinMs = 15_000): Promise<true> {
    return eventually(
      `a reader has ${characters} characters (it has ${this.text.length}, ${this.broken ?? 'still reading'})`,
      () => this.lengthAt(Infinity) >= characters,
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
