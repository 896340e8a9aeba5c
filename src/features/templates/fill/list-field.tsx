import { X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Blank } from '#contract/templates/blanks.ts';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { FieldProps } from './blank-field.tsx';
import { GrowingLine } from './growing-line.tsx';

type ListFieldProps = {
  blank: Extract<Blank, { kind: 'list' }>;
  items: readonly string[];
  onChange: (items: string[]) => void;
  field: FieldProps;
};

/** The items of a list, one under the other. Enter adds one after the one it is pressed in; Backspace removes an empty one. */
export function ListField({ blank: { label, maxItems, example }, items, onChange, field }: ListFieldProps) {
  const list = useRef<HTMLUListElement>(null);
  /** The item that gets the focus once it is there. */
  const next = useRef<number>(null);
  useEffect(() => {
    if (next.current === null) return;
    list.current?.querySelectorAll('textarea')[next.current]?.focus();
    next.current = null;
  });
  // An empty list has an empty item to type into.
  const shown = items.length === 0 ? [''] : items;
  const isFull = shown.length >= maxItems;
  const add = (at: number) => {
    if (isFull) return;
    next.current = at;
    onChange(shown.toSpliced(at, 0, ''));
  };
  const remove = (at: number) => {
    next.current = Math.max(0, at - 1);
    onChange(shown.toSpliced(at, 1));
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    const key = pressedKey(event);
    if (key === 'Enter') add(at + 1);
    else if (key === 'Backspace' && shown[at] === '' && shown.length > 1) remove(at);
    else return;
    event.preventDefault();
  };
  return (
    <ul className="items" ref={list} aria-labelledby={`${field.id}-label`}>
      {shown.map((item, index) => (
        // Items have no name of their own: one is what stands in its place.
        <li key={index}>
          <GrowingLine
            {...(index === 0 ? field : {})}
            className="growing"
            aria-label={`${label}, item ${index + 1}`}
            value={item}
            placeholder={index === 0 ? example[0] : undefined}
            onChange={(text) => onChange(shown.with(index, text))}
            onKeyDown={(event) => onKey(event, index)}
          />
          {(shown.length > 1 || item !== '') && (
            <IconButton label={`Remove item ${index + 1}`} onClick={() => remove(index)}>
              <X className="icon sm" aria-hidden="true" />
            </IconButton>
          )}
        </li>
      ))}
      {!isFull && (
        <li className="more">
          <button type="button" className="text-button" onClick={() => add(shown.length)}>
            Add another
            <span className="sr">{`: ${label}`}</span>
          </button>
        </li>
      )}
    </ul>
  );
}
