import { Parser } from 'htmlparser2';

/** Which list an item belongs to, and its level. Without an id, it's the style's list. */
export type ListLevel = { numId: string; depth: number };

type Style = { basedOn: string; isHidden: boolean | null; level: ListLevel | null };
export type WordStyles = { isHidden: (styleId: string) => boolean; levelOf: (styleId: string) => ListLevel | null };

const DEPTHS = 9;
/** Styles may be based on one another; a longer chain is circular. */
const BASES_MAX = 20;
const isOn = (value: string | undefined) => !['0', 'false', 'off'].includes(value ?? '');

function parse(xml: string, onTag: (name: string, attributes: Record<string, string>) => void): void {
  const parser = new Parser({ onopentag: onTag }, { xmlMode: true });
  parser.end(xml);
}

/** What the styles of a Word file say about hidden text and lists. */
export function readWordStyles(xml: string): WordStyles {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  parse(xml, (name, attributes) => {
    const value = attributes['w:val'];
    if (name === 'w:style') {
      style = { basedOn: '', isHidden: null, level: null };
      styles.set(attributes['w:styleId'] ?? '', style);
    } else if (!style) return;
    else if (name === 'w:basedOn') style.basedOn = value ?? '';
    else if (name === 'w:vanish') style.isHidden = isOn(value);
    else if (name === 'w:numPr') style.level = { numId: '', depth: -1 };
    else if (name === 'w:ilvl' && style.level) style.level.depth = Number(value ?? 0);
    else if (name === 'w:numId' && style.level) style.level.numId = value ?? '';
  });
  function find<Found>(styleId: string, pick: (style: Style) => Found | null): Found | null {
    let next = styles.get(styleId);
    for (let step = 0; next && step < BASES_MAX; step += 1) {
      const found = pick(next);
      if (found !== null) return found;
      next = styles.get(next.basedOn);
    }
    return null;
  }
  return {
    isHidden: (styleId) => find(styleId, ({ isHidden }) => isHidden) === true,
    levelOf: (styleId) => find(styleId, ({ level }) => level),
  };
}

type Level = { format: string; text: string; start: number; styleId: string };
type Definition = Level[];
export type Numbering = {
  definitions: Map<string, Definition>;
  lists: Map<string, { definitionId: string; starts: Map<number, number> }>;
};

/** The lists of a Word file: how each level is numbered. */
export function readNumbering(xml: string): Numbering {
  const numbering: Numbering = { definitions: new Map(), lists: new Map() };
  let definition: Definition | undefined;
  let list: { definitionId: string; starts: Map<number, number> } | undefined;
  let level: Level | undefined;
  let overridden = 0;
  parse(xml, (name, attributes) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'w:abstractNum') {
      definition = [];
      numbering.definitions.set(attributes['w:abstractNumId'] ?? '', definition);
    } else if (name === 'w:num') {
      [definition, level] = [undefined, undefined];
      list = { definitionId: '', starts: new Map() };
      numbering.lists.set(attributes['w:numId'] ?? '', list);
    } else if (name === 'w:lvl') {
      level = { format: 'decimal', text: '', start: 1, styleId: '' };
      const depth = Number(attributes['w:ilvl'] ?? 0);
      if (definition && depth < DEPTHS) definition[depth] = level;
    } else if (name === 'w:abstractNumId' && list) list.definitionId = value;
    else if (name === 'w:lvlOverride') overridden = Number(attributes['w:ilvl'] ?? 0);
    else if (name === 'w:startOverride') list?.starts.set(overridden, Number(value));
    else if (!level) return;
    else if (name === 'w:start') level.start = Number(value);
    else if (name === 'w:numFmt') level.format = value;
    else if (name === 'w:lvlText') level.text = value;
    else if (name === 'w:pStyle') level.styleId = value;
  });
  return numbering;
}

const ROMAN = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
});
const ROMAN_MAX = 4_999;

function toRoman(number: number): string {
  let left = number;
  let text = '';
  for (const [letters, value] of ROMAN) for (; left >= value; left -= value) text += letters;
  return text;
}

/** A number as lists write it: 3, 03, c, C, iii, III. After z comes aa, as in Word. */
export function formatListNumber(number: number, format: string): string {
  const isUpper = /^upper|^[AI]$/.test(format);
  const kind = format.toLowerCase();
  let text = String(number);
  if (/letter$|^a$/.test(kind) && number > 0)
    text = String.fromCodePoint(97 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 9));
  else if (/roman$|^i$/.test(kind) && number > 0 && number <= ROMAN_MAX) text = toRoman(number);
  else if (kind === 'decimalzero') text = text.padStart(2, '0');
  return isUpper ? text.toUpperCase() : text;
}

const LABEL_MAX = 40;

/** Counts list items and returns each one's marker: "-", "3.", "b)", "2.1". */
export function createLabels({ definitions, lists }: Numbering) {
  const counters = new Map<string, number[]>();
  const started = new Set<string>();
  return {
    /** Null if the paragraph isn't an item after all. */
    next: ({ numId, depth: given }: ListLevel, styleId: string): string | null => {
      const list = lists.get(numId);
      const levels = list && definitions.get(list.definitionId);
      if (!list || !levels) return null;
      const ofStyle = levels.findIndex((level) => level?.styleId === styleId && styleId !== '');
      const depth = given >= 0 ? given : Math.max(ofStyle, 0);
      const level = levels[depth];
      if (!level || depth >= DEPTHS) return null;
      const counts = counters.get(list.definitionId) ?? [];
      counters.set(list.definitionId, counts);
      const restart = started.has(`${numId} ${depth}`) ? undefined : list.starts.get(depth);
      started.add(`${numId} ${depth}`);
      counts[depth] = restart ?? (counts[depth] ?? level.start - 1) + 1;
      counts.length = depth + 1;
      if (level.format === 'bullet') return '-';
      if (level.format === 'none') return null;
      const label = level.text.slice(0, LABEL_MAX).replaceAll(/%([1-9])/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        return formatListNumber(counts[at] ?? levels[at]?.start ?? 1, levels[at]?.format ?? 'decimal');
      });
      return label.trim() === '' ? null : label.trim();
    },
  };
}
