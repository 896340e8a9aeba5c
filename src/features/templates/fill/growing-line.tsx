import type { ComponentProps, KeyboardEvent } from 'react';
import { pressedKey } from '#src/lib/pressed-key.ts';

type GrowingLineProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'rows'> & {
  value: string;
  onChange: (text: string) => void;
};

/** One line of text that wraps, so that all of it can be read. Enter sends the form, as in any other field of one line. */
export function GrowingLine({ onChange, onKeyDown, ...field }: GrowingLineProps) {
  const submitOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (pressedKey(event) !== 'Enter') return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <textarea
      rows={1}
      autoComplete="off"
      {...field}
      onKeyDown={onKeyDown ?? submitOnEnter}
      onChange={({ target }) => onChange(target.value.replaceAll(/(?<!\s)\s*\n\s*/g, ' '))}
    />
  );
}
