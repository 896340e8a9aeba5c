import type { Value, Values } from '#contract/automations/values.ts';

/**
 * Repetitions at least twice this long are always found. In UTF-16 units. A reference takes about 20 bytes, so shorter
 * blocks would save little.
 */
const BLOCK = 64;
/** Past this many units, a run's texts aren't indexed anymore, which bounds the memory for one run. */
const INDEXED_MAX = 4_000_000;
/** Larger than any row's text: a position is the row's place times this, plus the offset in its text. */
const ROW_SIZE = 2 ** 20;
const TRIGGER_PLACE = 0;

/** A slice of a row's text: the row's place, where the slice starts, and its length. */
type Reference = [place: number, start: number, length: number];
/**
 * A text in parts, some of which the run keeps elsewhere. `lengths`: it's a list whose items are this long. No plain
 * value is an object, so nothing that came from outside can be mistaken for one.
 */
type InParts = { parts: (string | Reference)[]; lengths?: number[] };
/** Values as the database keeps them. */
export type StoredValues = Readonly<Record<string, Value | InParts>>;

/** What a step was given and returned. */
type Row = { input: Values; output: Values };
type StoredRow = Record<'input' | 'output', Record<string, unknown>> & { place: number; status: string };

const isInParts = (value: Value | InParts): value is InParts => typeof value === 'object' && 'parts' in value;
const textOf = (value: Value): string =>
  Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
const namesOf = (values: object): string[] => Object.keys(values).toSorted();

const isLowSurrogate = (text: string, index: number) => (text.charCodeAt(index) & 0xfc00) === 0xdc00;
const isHighSurrogate = (text: string, index: number) => (text.charCodeAt(index) & 0xfc00) === 0xd800;

/**
 * The values of one run. A text that repeats what an earlier step or the trigger already keeps is stored as references
 * to it (as in LZ77, with a hash of blocks to find repetitions), so that a loop over 50 items doesn't store the same
 * text 50 times. The text of a row is all of its texts joined: its input, then its output, each sorted by name. Only
 * rows that never change serve as sources: the trigger, and steps that are done.
 */
export function createStoredValues(trigger: Values) {
  const texts = new Map<number, string>();
  /** Where a block was first seen. Built once a text is long enough to contain a repetition. */
  const blocks = new Map<string, number>();
  const toIndex: number[] = [];
  let indexed = 0;

  function addText(place: number, text: string): void {
    if (text.length < BLOCK) return;
    texts.set(place, text);
    toIndex.push(place);
  }
  function addBlocks(to: Map<string, number>, text: string, position: number): void {
    for (let at = 0; at + BLOCK <= text.length; at += BLOCK) {
      const block = text.slice(at, at + BLOCK);
      if (!to.has(block)) to.set(block, position + at);
    }
  }
  function indexTexts(): void {
    for (const place of toIndex.splice(0)) {
      const text = texts.get(place) ?? '';
      if (indexed + text.length > INDEXED_MAX) continue;
      indexed += text.length;
      addBlocks(blocks, text, place * ROW_SIZE);
    }
  }

  /** Writes the values of a row one by one, each with references to the ones before it. */
  function createRowWriter(place: number) {
    const ownBlocks = new Map<string, number>();
    let own = '';
    indexTexts();

    function writeText(text: string): InParts['parts'] {
      const parts: InParts['parts'] = [];
      let written = 0;
      for (let at = 0; at + BLOCK <= text.length; at += 1) {
        const block = text.slice(at, at + BLOCK);
        const position = blocks.get(block) ?? ownBlocks.get(block);
        if (position === undefined) continue;
        const row = Math.floor(position / ROW_SIZE);
        const source = row === place ? own : (texts.get(row) ?? '');
        const shift = (position % ROW_SIZE) - at;
        let [from, to] = [at, at + BLOCK];
        while (from > written && from + shift > 0 && text[from - 1] === source[from - 1 + shift]) from -= 1;
        while (to < text.length && text[to] === source[to + shift]) to += 1;
        // PostgreSQL's JSON rejects lone surrogates.
        if (isLowSurrogate(text, from)) from += 1;
        if (isHighSurrogate(text, to - 1)) to -= 1;
        if (from > written) parts.push(text.slice(written, from));
        parts.push([row, from + shift, to - from]);
        written = to;
        at = to - 1;
      }
      if (written < text.length) parts.push(text.slice(written));
      return parts;
    }
    function writeValue(value: Value): Value | InParts {
      const text = textOf(value);
      if (text.length < BLOCK) {
        own += text;
        return value;
      }
      const parts = writeText(text);
      addBlocks(ownBlocks, text, place * ROW_SIZE + own.length);
      own += text;
      if (parts.every((part) => typeof part === 'string')) return value;
      const inParts = Array.isArray(value) ? { parts, lengths: value.map(({ length }) => length) } : { parts };
      return JSON.stringify(inParts).length < JSON.stringify(value).length ? inParts : value;
    }
    return (values: Values): StoredValues =>
      Object.fromEntries(namesOf(values).map((name) => [name, writeValue(values[name] ?? '')]));
  }

  /** Reads the values of a row one by one; `own` is the text of those before. */
  function createRowReader(place: number) {
    let own = '';
    const readPart = (part: string | Reference): string => {
      if (typeof part === 'string') return part;
      const [row, start, length] = part;
      return (row === place ? own : (texts.get(row) ?? '')).slice(start, start + length);
    };
    function readValue(stored: Value | InParts): Value {
      if (!isInParts(stored)) return stored;
      const text = stored.parts.map(readPart).join('');
      let end = 0;
      return stored.lengths?.map((length) => text.slice(end, (end += length))) ?? text;
    }
    return (values: Record<string, unknown>): Values =>
      Object.fromEntries(
        namesOf(values).map((name) => {
          const value = readValue(values[name] as Value | InParts); // reason: the only forms values are stored in
          own += textOf(value);
          return [name, value];
        }),
      );
  }

  const add = (place: number, { input, output }: Row): void =>
    addText(place, [input, output].flatMap((of) => namesOf(of).map((name) => textOf(of[name] ?? ''))).join(''));
  add(TRIGGER_PLACE, { input: trigger, output: {} });

  return {
    /** Returns a row's values in the form in which they're stored. */
    write: (place: number, { input, output }: Row): { input: StoredValues; output: StoredValues } => {
      const write = createRowWriter(place);
      return { input: write(input), output: write(output) };
    },

    /** Lets later rows refer to this one. Call this once the step is stored as done. */
    add,

    /** The values of stored rows, ordered by place. Later rows may refer to those that are done. */
    read: <R extends StoredRow>(rows: readonly R[]): (Omit<R, 'input' | 'output'> & Row)[] =>
      rows.map((row) => {
        const read = createRowReader(row.place);
        const values = { input: read(row.input), output: read(row.output) };
        if (row.status === 'done') add(row.place, values);
        return { ...row, ...values };
      }),
  };
}
export type RunValueStore = ReturnType<typeof createStoredValues>;
