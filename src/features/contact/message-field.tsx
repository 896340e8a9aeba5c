import { useState, type ComponentProps } from 'react';
import { CONTACT_MESSAGE_MAX } from '#contract/site/contact-topics.ts';
import { initialFieldValue } from '#src/hydration/initial-field-values.ts';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import { Field } from '#src/ui/field.tsx';

/** From here on it is said how much more fits. */
const NEAR = 500;

type MessageFieldProps = Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'onChange'> & {
  name: string;
  error?: string;
  defaultValue?: string;
  onEdit: () => void;
};

/** The message, with a count near its limit. More than the limit can be typed, and is said to be too much: nothing is cut off. */
export function MessageField({ name, error, defaultValue = '', onEdit, ...rest }: MessageFieldProps) {
  const [initial] = useState(() => initialFieldValue(name) ?? defaultValue);
  const [edited, setEdited] = useState<number | null>(null);
  // What was typed before is counted once the server's own drawing was taken over.
  const first = useHydrated() ? initial : defaultValue;
  const left = CONTACT_MESSAGE_MAX - (edited ?? first.trim().length);
  const count = Math.abs(left).toLocaleString('en-US');
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
