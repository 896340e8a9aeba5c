import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type ChoiceCardProps = Omit<ComponentProps<'input'>, 'type'> & {
  type: 'radio' | 'checkbox';
  label: string;
  hint: string;
  /** A face or an icon before the words. */
  lead?: ReactNode;
};

/** A radio button or checkbox as a whole card. The control itself covers the card, unseen; the mark on the right shows its state. */
export function ChoiceCard({ label, hint, lead, ...rest }: ChoiceCardProps) {
  return (
    <label className="card choice">
      <input {...rest} />
      {lead}
      <span className="grow">
        <span className="strong">{label}</span>
        <span className="small muted">{hint}</span>
      </span>
      <span className={classNames('mark', rest.type === 'checkbox' && 'square')} aria-hidden="true">
        <Check className="icon" />
      </span>
    </label>
  );
}
