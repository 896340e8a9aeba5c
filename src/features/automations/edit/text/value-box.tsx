import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { KnownValue } from '../editor-context.ts';
import { placeCursor, selectionIn, showText, type ShownValue } from './box-dom.ts';
import { clipText, pastedText, readText, spliceText, valueBeside } from './rich-text.ts';

type ValueBoxProps = {
  box: RefObject<HTMLDivElement | null>;
  value: string;
  onChange: (text: string) => void;
  known: readonly KnownValue[];
  max: number;
  isOneLine: boolean;
  labelledBy: string;
  describedBy?: string | undefined;
  isInvalid: boolean;
  /** The selection may have changed. */
  onSelect: () => void;
};

const MISSING: ShownValue = { label: 'a missing value', sample: '', isMissing: true };

/** A text box in which values are chips. Its content isn't React's, so that the cursor and input methods stay undisturbed. */
export function ValueBox(props: ValueBoxProps) {
  const { box, value, onChange, known, max, isOneLine, labelledBy, describedBy, isInvalid, onSelect } = props;
  const shownOf = (reference: string): ShownValue => {
    const one = known.find((each) => each.reference === reference);
    return one ? { label: one.label, sample: one.sample, isMissing: false } : MISSING;
  };
  // What the chips say, so that they change with a label or a sample.
  const words = known.map(({ reference, label, sample }) => `${reference} ${label} ${sample}`).join('\n');
  const shown = useRef<{ words: string } | null>(null);
  const isComposing = useRef(false);

  const show = (text: string, cursor: number | null) => {
    if (!box.current) return;
    showText(box.current, text, shownOf);
    if (cursor !== null) placeCursor(box.current, cursor);
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || isComposing.current) return;
    if (shown.current?.words === words && readText(element) === value) return;
    shown.current = { words };
    const selection = document.activeElement === element ? selectionIn(element) : null;
    show(value, selection && Math.min(selection.end, value.length));
  });

  /** Puts text in place of what is selected. */
  const replace = (start: number, end: number, inserted: string) => {
    const text = clipText(spliceText(value, start, end, inserted), max);
    show(text, Math.min(start + inserted.length, text.length));
    onChange(text);
  };
  const beforeInput = (event: InputEvent) => {
    const selection = box.current && selectionIn(box.current);
    if (!selection || isComposing.current) return;
    const { start, end } = selection;
    if (event.inputType.startsWith('history')) event.preventDefault();
    else if (event.inputType.startsWith('format')) event.preventDefault();
    else if (event.inputType === 'insertFromPaste' || event.inputType === 'insertFromDrop') {
      event.preventDefault();
      const text = event.dataTransfer?.getData('text/plain') ?? event.data ?? '';
      replace(start, end, pastedText(text, isOneLine));
    } else if (event.inputType === 'insertParagraph' || event.inputType === 'insertLineBreak') {
      event.preventDefault();
      if (!isOneLine) replace(start, end, '\n');
    } else if (event.inputType.startsWith('delete') && start === end) {
      const isForward = event.inputType.endsWith('Forward');
      const other = valueBeside(value, start, isForward ? 'after' : 'before');
      if (other === null) return;
      event.preventDefault();
      replace(Math.min(start, other), Math.max(start, other), '');
    }
  };
  const read = () => {
    const element = box.current;
    if (!element || isComposing.current) return;
    const typed = readText(element);
    const text = clipText(isOneLine ? typed.replaceAll('\n', ' ') : typed, max);
    if (text !== typed) show(text, selectionIn(element)?.end ?? text.length);
    else {
      // A value that was typed becomes a chip.
      const chips = element.querySelectorAll('[data-reference]').length;
      const count = text.split(/\{\{[a-z0-9]+\.[a-zA-Z0-9_]+\}\}/).length - 1;
      if (chips !== count) show(text, selectionIn(element)?.end ?? text.length);
    }
    onChange(text);
  };
  // React's own event doesn't say what kind of input it is.
  const handler = useRef(beforeInput);
  useLayoutEffect(() => {
    handler.current = beforeInput;
  });
  useLayoutEffect(() => {
    const element = box.current;
    const listen = (event: InputEvent) => handler.current(event);
    element?.addEventListener('beforeinput', listen);
    return () => element?.removeEventListener('beforeinput', listen);
  }, [box]);

  return (
    <div
      ref={box}
      className={isOneLine ? 'rich line' : 'rich'}
      role="textbox"
      tabIndex={0}
      aria-multiline={!isOneLine}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      contentEditable
      suppressContentEditableWarning
      spellCheck
      onInput={read}
      onKeyUp={onSelect}
      onMouseUp={onSelect}
      onBlur={onSelect}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
        read();
      }}
    />
  );
}
