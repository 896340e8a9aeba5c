import { classNames } from '../class-names.ts';
import { moveByArrow } from '../tabs/move-by-arrow.ts';

type SegmentProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Null: none is chosen yet. */
  value: Value | null;
  onChange: (value: Value) => void;
  block?: boolean;
};

/** A choice of one among a few, as a radio group: one tab stop, and the arrow keys choose. */
export function Segment<Value extends string>({ label, options, value, onChange, block }: SegmentProps<Value>) {
  return (
    <div className={classNames('segment', block && 'block')} role="radiogroup" aria-label={label}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value || (value === null && index === 0) ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={moveByArrow}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
