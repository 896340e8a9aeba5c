import type { Glyphs } from './lines.ts';

/** A field of a form, or text that was typed onto the page. pdf.js gives them without types. */
type Annotation = Record<string, unknown>;
type Place = (x: number, y: number) => { x: number; y: number };

/** Bits of an annotation's flags that keep it from being shown (ISO 32000-1, table 165). */
const HIDDEN = 2 | 32;
const FIELDS_MAX = 5_000;
const DEFAULT_SIZE = 11;
const LINE_HEIGHT = 1.2;

function choiceText({ fieldValue, options }: Annotation): string {
  const chosen = [fieldValue].flat().filter((value) => typeof value === 'string');
  const shown = new Map(
    (Array.isArray(options) ? options : []).map((option: Annotation) => [option.exportValue, option.displayValue]),
  );
  return chosen
    .map((value) => {
      const text = shown.get(value);
      return typeof text === 'string' ? text : value;
    })
    .join(', ');
}

/** What a field shows. Passwords, buttons and signatures show nothing that can be read. */
function textOf(field: Annotation): string {
  const { subtype, fieldType, fieldValue, contentsObj, password, checkBox, radioButton, exportValue, buttonValue } =
    field;
  if (subtype === 'FreeText') return (contentsObj as { str?: string } | undefined)?.str ?? ''; // reason: pdf.js has no type for it
  if (subtype !== 'Widget' || password === true) return '';
  if (fieldType === 'Tx') return typeof fieldValue === 'string' ? fieldValue : '';
  if (fieldType === 'Ch') return choiceText(field);
  if (fieldType !== 'Btn') return '';
  if (checkBox === true) return fieldValue === exportValue ? '[x]' : '[ ]';
  return radioButton === true ? (fieldValue === buttonValue ? '[x]' : '[ ]') : '';
}

/** The filled-in fields of a form as text at their places, on the line of their labels. */
export function placeFields(annotations: Annotation[], place: Place, text: Glyphs[]): Glyphs[] {
  return annotations.slice(0, FIELDS_MAX).flatMap((field) => {
    const lines = textOf(field)
      .split(/\r\n?|\n/)
      .filter((line) => line.trim() !== '');
    const isHidden = (Number(field.annotationFlags ?? 0) & HIDDEN) !== 0 || field.hidden === true;
    if (isHidden || lines.length === 0 || !Array.isArray(field.rect)) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = field.rect.map(Number);
    const [from, to] = [place(x1, y1), place(x2, y2)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    const beside = text.filter(({ y }) => y > top && y <= bottom + 1);
    const middle = (top + bottom) / 2;
    const [nearest] = beside.toSorted((a, b) => Math.abs(a.y - middle) - Math.abs(b.y - middle));
    const size = nearest?.size ?? Math.min(DEFAULT_SIZE, Math.max(bottom - top, 1));
    const baseline = lines.length === 1 ? (nearest?.y ?? middle + size / 3) : top + size;
    return lines.map((line, index) => ({
      text: line.trim(),
      x: Math.min(from.x, to.x),
      y: baseline + index * size * LINE_HEIGHT,
      width: Math.abs(to.x - from.x),
      size,
      isRightToLeft: false,
    }));
  });
}
