import { useState, type ComponentProps } from 'react';
import { CONTACT_MESSAGE_MAX } from '#contract/site/contact-topics.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import { Field } from '#src/ui/forms/field.tsx';

/**
 * The current text of the textarea with this name before hydration. As a default value it stops React from overwriting what was
 * typed with the server's text.
 */
function initialFieldValue(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const [field] = document.getElementsByName(name);
  return field instanceof HTMLTextAreaElement ? field.value : undefined;
}

/** With fewer characters left than this, the field shows how many. */
const NEAR = 500;

type MessageFieldProps = Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'onChange'> & {
  name: string;
  error?: string;
  defaultValue?: string;
  onEdit: () => void;
};

/** The message, with a counter near its limit. A longer text can be typed and is reported as too long: nothing is cut off. */
export function MessageField({ name, error, defaultValue = '', onEdit, ...rest }: MessageFieldProps) {
  const [initial] = useState(() => initialFieldValue(name) ?? defaultValue);
  const [edited, setEdited] = useState<number | null>(null);
  // Text typed before hydration is counted only after it, so that the first render matches the server's.
  const first = useHydrated() ? initial : defaultValue;
  const left = CONTACT_MESSAGE_MAX - (edited ?? first.trim().length);
  const count = formatNumber(Math.abs(left));
  return (
    <Field
      label="Message"
      error={error}
      hint={
        left < NEAR && (
          <span role="status">{left < 0 ? `${count} characters too many` : `${count} characters left`}</span>
        )
      }
    >
      {(control) => (
        <textarea
          className="textarea"
          rows={8}
          {...rest}
          {...control}
          name={name}
          defaultValue={initial}
          onChange={({ target }) => {
            setEdited(target.value.trim().length);
            onEdit();
          }}
        />
      )}
    </Field>
  );
}
