import { Check } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { APPROVED_TEXT_MAX } from '#contract/automations/automation-limits.ts';
import { Button } from '#src/ui/button.tsx';
import { changesBetween } from './word-diff.ts';

type EditFormProps = {
  body: string;
  /** Whose text it is. */
  whose: string;
  deadline: ReactNode;
  isPrimary: boolean;
  onApprove: (text: string) => void;
  onBack: () => void;
};

/** The owner's own version of a text, with what changed marked below it. */
export function EditForm({ body, whose, deadline, isPrimary, onApprove, onBack }: EditFormProps) {
  const id = useId();
  const [text, setText] = useState(body);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const settled = useDeferredValue(text);
  const changes = useMemo(() => changesBetween(body, settled), [body, settled]);
  const isEmpty = text.trim() === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onApprove(text);
      }}
    >
      <div className="ap-body editing">
        <label className="label" htmlFor={id}>
          Your version
        </label>
        <textarea
          ref={area}
          className="textarea"
          id={id}
          rows={4}
          maxLength={APPROVED_TEXT_MAX}
          value={text}
          aria-describedby={`${id}-changes`}
          onChange={({ target }) => setText(target.value)}
        />
        <p className="changes" id={`${id}-changes`}>
          {changes.length === 0
            ? 'Nothing changed yet.'
            : changes.map(({ removed, added }, index) => (
                <span key={index}>
                  {index > 0 && <span>{' · '}</span>}
                  {removed !== '' && <del>{removed}</del>} {added !== '' && <ins>{added}</ins>}
                </span>
              ))}
        </p>
      </div>
      {deadline}
      <p className="acts two">
        <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} disabled={isEmpty}>
          <Check className="icon" aria-hidden="true" />
          Approve my version
        </Button>
        <Button variant="ghost" onClick={onBack}>{`Back to ${whose}’s version`}</Button>
      </p>
    </form>
  );
}
