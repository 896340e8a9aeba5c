/** What a micromark tokenizer is given, as far as this one needs it: https://github.com/micromark/micromark#extensions */
type Code = number | null;
type State = (code: Code) => State | undefined;
type Effects = { enter: (type: string) => void; exit: (type: string) => void; consume: (code: Code) => void };
type Extension = { disable?: { null: string[] }; text?: Record<number, unknown> };
type Parser = { data: () => object };

const BACKSLASH = 92;
/** What closes the math that `\(` or `\[` opens. */
const CLOSING = new Map<Code, Code>([
  [40, 41],
  [91, 93],
]);
/** Micromark's codes below -2 are line endings. */
const isLineEnding = (code: Code) => code !== null && code < -2;

/**
 * The closings that weren't found up to the end of each text. Without this, a text full of openings would be searched again from each of
 * them: eight thousand took eleven seconds.
 */
const unclosed = new WeakMap<object, Set<Code>>();

/** Takes `\( ... \)` and `\[ ... \]` literally: Markdown would read their backslashes as escapes and their underscores as emphasis. */
function tokenizeMath(this: object, effects: Effects, ok: State, nok: State): State {
  const missing = unclosed.get(this) ?? new Set();
  unclosed.set(this, missing);
  let closing: Code = null;

  const take = (code: Code, next: State): State => {
    effects.consume(code);
    return next;
  };
  const inside: State = (code) => {
    if (code === null) {
      missing.add(closing);
      return nok(code);
    }
    if (isLineEnding(code)) return endLine(code);
    return take(code, code === BACKSLASH ? afterBackslash : inside);
  };
  const afterBackslash: State = (code) => {
    if (code === null || isLineEnding(code)) return inside(code);
    return take(code, code === closing ? end : inside);
  };
  const endLine: State = (code) => {
    effects.exit('data');
    effects.enter('lineEnding');
    return take(code, (next) => {
      effects.exit('lineEnding');
      effects.enter('data');
      return inside(next);
    });
  };
  const end: State = (code) => {
    effects.exit('data');
    return ok(code);
  };

  return (start) => {
    effects.enter('data');
    return take(start, (code) => {
      const found = CLOSING.get(code);
      if (found === undefined || missing.has(found)) return nok(code);
      closing = found;
      return take(code, inside);
    });
  };
}

/** Markdown plugin: what looks like HTML is text, because answers talk about `<title>` and `a<b`, and math keeps its delimiters. */
export function literalText(this: Parser): void {
  // oxlint-disable-next-line oxc/no-this-in-exported-function -- reason: unified calls a plugin on its processor
  const data = this.data() as { micromarkExtensions?: Extension[] }; // reason: where remark-parse looks; unified's type doesn't know
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    {
      disable: { null: ['htmlFlow', 'htmlText'] },
      text: { [BACKSLASH]: { name: 'math', tokenize: tokenizeMath } },
    },
  ];
}
