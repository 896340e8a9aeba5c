import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Blank } from '#contract/templates/blanks.ts';
import { Badge } from '#src/ui/badge.tsx';
import { OptionalLabel } from '#src/ui/forms/optional-label.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { ChoiceField } from './choice-field.tsx';
import { placeholderOf, type Draft } from './drafts.ts';
import { GrowingLine } from './growing-line.tsx';
import { ListField } from './list-field.tsx';

export const fieldId = (name: string): string => `blank-${name}`;

/** Focuses the field of a blank, or the control in it. */
export function focusBlank(name: string): void {
  const field = document.getElementById(fieldId(name));
  (field?.querySelector<HTMLElement>('[role="radio"][tabindex="0"]') ?? field)?.focus({ preventScroll: true });
}

/** What ties a field to its label and to the lines below it. */
export type FieldProps = { id: string; 'aria-describedby': string; 'aria-invalid'?: true; 'aria-required'?: true };

type BlankFieldProps = {
  blank: Blank;
  draft: Draft;
  onChange: (draft: Draft) => void;
  onLeave: () => void;
  isMissing: boolean;
  /** A teammate guessed it, and its owner hasn't agreed yet. */
  isGuess: boolean;
  /** Its value is what the team knows, so where that is from is enough. */
  isKnown: boolean;
  /** A date or a number that shares its row with the next one. */
  isHalf: boolean;
  problem: string | undefined;
  /** Where the value comes from, or what can be done about one that is missing. */
  children: ReactNode;
};

/** One blank with its label, its field, and what is known about its value. */
export function BlankField(props: BlankFieldProps) {
  const { blank, draft, onChange, onLeave, isMissing, isGuess, isKnown, isHalf, problem, children } = props;
  const { name, label, hint, kind, isRequired } = blank;
  const id = fieldId(name);
  const field: FieldProps = {
    id,
    'aria-describedby': `${id}-about`,
    ...(problem === undefined ? {} : { 'aria-invalid': true as const }), // reason: the attribute takes true only
    ...(isRequired ? { 'aria-required': true as const } : {}), // reason: as above
  };
  // A list and a choice are groups of controls, which a label can't name.
  const isGroup = kind === 'list' || kind === 'choice';
  const words = isRequired ? label : <OptionalLabel text={label} />;
  return (
    <div className={classNames('field blank', isMissing && 'missing', isHalf && 'half')} onBlur={onLeave}>
      <div className="row named">
        {isGroup ? (
          <span className="label" id={`${id}-label`}>
            {words}
          </span>
        ) : (
          <label htmlFor={id}>{words}</label>
        )}
        {isMissing && <Badge tone="warning">Needed</Badge>}
        {isGuess && <Badge tone="assistant">A guess</Badge>}
      </div>
      <Control blank={blank} draft={draft} onChange={onChange} field={field} />
      <div className="about" id={`${id}-about`}>
        {hint !== '' && !isKnown && <p className="hint">{hint}</p>}
        {children}
        {problem !== undefined && (
          <p className="error" role="alert">
            <CircleAlert className="icon sm" aria-hidden="true" />
            <span>{problem}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** What fits a field on a phone. Anything longer wraps. */
const LINE_LETTERS = 30;

type ControlProps = Pick<BlankFieldProps, 'blank' | 'draft' | 'onChange'> & { field: FieldProps };

function Control({ blank, draft, onChange, field }: ControlProps) {
  if (blank.kind === 'list')
    return <ListField blank={blank} items={Array.isArray(draft) ? draft : []} onChange={onChange} field={field} />;
  const value = Array.isArray(draft) ? '' : draft;
  if (blank.kind === 'choice') return <ChoiceField blank={blank} value={value} onChange={onChange} field={field} />;
  if (blank.kind === 'date')
    return (
      <input className="input" type="date" {...field} value={value} onChange={({ target }) => onChange(target.value)} />
    );
  const placeholder = placeholderOf(blank);
  if (blank.kind === 'text' && blank.isMultiline === true)
    return (
      <textarea
        className="textarea growing tall"
        rows={4}
        {...field}
        value={value}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (blank.kind === 'text' && blank.maxLength > LINE_LETTERS)
    return (
      <GrowingLine
        className="textarea growing"
        {...field}
        value={value}
        placeholder={placeholder}
        onChange={onChange}
      />
    );
  return (
    <input
      className="input"
      autoComplete="off"
      inputMode={blank.kind === 'number' ? 'decimal' : undefined}
      {...field}
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
