import type { ComponentProps, ReactNode } from 'react';
import { ChoiceCard } from './choice-card.tsx';

type ChoiceCardsProps<Id extends string> = Omit<
  ComponentProps<typeof ChoiceCard>,
  'label' | 'hint' | 'lead' | 'checked' | 'onChange'
> & {
  /** A face or an icon for each choice. */
  leads?: Record<Id, ReactNode>;
  choices: readonly { id: Id; label: string; hint: string }[];
  isChosen: (id: Id) => boolean;
  onChoose: (id: Id) => void;
};

/** Choices side by side, each as a card. The group around them carries the question. */
export function ChoiceCards<Id extends string>({ choices, leads, isChosen, onChoose, ...input }: ChoiceCardsProps<Id>) {
  return choices.map(({ id, label, hint }) => (
    <ChoiceCard
      key={id}
      {...input}
      label={label}
      hint={hint}
      lead={leads?.[id]}
      checked={isChosen(id)}
      onChange={() => onChoose(id)}
    />
  ));
}
