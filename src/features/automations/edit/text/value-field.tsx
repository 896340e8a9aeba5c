import { CircleAlert } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { valuesBefore } from '#contract/automations/available-values.ts';
import { weekdayDayText } from '#contract/dates.ts';
import { STEP_TEXT_MAX } from '#contract/automations/automation-limits.ts';
import { focusAfter } from '#src/lib/focus-after.ts';
import { classNames } from '#src/ui/class-names.ts';
import { NO_SAMPLE, useEditorContext, type KnownValue } from '../editor-context.ts';
import { placeCursor, selectionIn } from './box-dom.ts';
import { clipText, spliceText, tokenOf, withSpaces } from './rich-text.ts';
import { ValueBox } from './value-box.tsx';
import { ValueMenu, ValuePicker } from './value-picker.tsx';

/** How dates are saved. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The values that a step can use, with what is in them right now. */
export function useKnownValues(stepId: string): KnownValue[] {
  const { definition, samples } = useEditorContext();
  return valuesBefore(definition, stepId).map((value) => {
    const sample = samples[value.reference] ?? NO_SAMPLE;
    return { ...value, sample: value.kind === 'date' && DAY.test(sample) ? weekdayDayText(sample, 'UTC') : sample };
  });
}

type ValueFieldProps = {
  label: string;
  stepId: string;
  value: string;
  onChange: (text: string) => void;
  /** One line, with the values in a menu; a text has them below it. */
  isOneLine?: boolean;
  max?: number;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A text with values in it. They are picked from a list, or typed as they are saved. */
export function ValueField(props: ValueFieldProps) {
  const { label, stepId, value, onChange, isOneLine = false, max = STEP_TEXT_MAX, hint, error } = props;
  const known = useKnownValues(stepId);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  // The menu takes the focus, and the selection with it.
  const selected = useRef<{ start: number; end: number } | null>(null);
  const remember = () => {
    selected.current = box.current && (selectionIn(box.current) ?? selected.current);
  };

  const pick = (reference: string) => {
    const element = box.current;
    if (!element) return;
    const { start, end } = selectionIn(element) ?? selected.current ?? { start: value.length, end: value.length };
    const inserted = withSpaces(value, start, end, tokenOf(reference));
    const text = spliceText(value, start, end, inserted);
    if (text.length > max) return;
    const cursor = start + inserted.length;
    selected.current = { start: cursor, end: cursor };
    focusAfter(
      () => onChange(clipText(text, max)),
      () => element,
    );
    placeCursor(element, cursor);
  };
  const describedBy = classNames(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`) || undefined;
  return (
    <div className="field value-field">
      <span className="label" id={id}>
        {label}
      </span>
      <div className={isOneLine ? 'row value-line' : undefined}>
        <ValueBox
          box={box}
          value={value}
          onChange={(text) => {
            onChange(text);
            remember();
          }}
          known={known}
          max={max}
          isOneLine={isOneLine}
          labelledBy={id}
          describedBy={describedBy}
          isInvalid={Boolean(error)}
          onSelect={remember}
        />
        {isOneLine ? (
          <ValueMenu known={known} onPick={pick} label={label} />
        ) : (
          <ValuePicker known={known} onPick={pick} />
        )}
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          <CircleAlert className="icon sm" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
