import type { ComponentProps } from 'react';

type ChoiceCardProps = Omit<ComponentProps<'input'>, 'type'> & {
  type: 'radio' | 'checkbox';
  label: string;
  hint: string;
};

/** A radio button or checkbox as a whole card. */
export function ChoiceCard({ label, hint, ...rest }: ChoiceCardProps) {
  return (
    <label className="card choice">
      <input {...rest} />
      <span className="grow">
        <span className="strong">{label}</span>
        <span className="small muted">{hint}</span>
      </span>
    </label>
  );
}
