import { nextHeading } from '#src/lib/next-heading.ts';

/** The row after this one, or before, or the next heading: what has the focus once the row is gone. */
export function neighborOf(row: HTMLElement): HTMLElement | null {
  const isRow = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement && element.matches('.fact:not([hidden])');
  const [next, previous] = [row.nextElementSibling, row.previousElementSibling];
  return isRow(next) ? next : isRow(previous) ? previous : nextHeading(row);
}
