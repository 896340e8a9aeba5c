import { useId, type ComponentProps } from 'react';
import { useKnowledge, useOpenButton, type Shown } from './knowledge-context.ts';

export const loadPopover = async () => (await import('./knowledge-popover.tsx')).KnowledgePopover;
// If it fails again, opening it reports that.
const preload = () => void loadPopover().catch(() => undefined);

type FactButtonProps = Omit<ComponentProps<'button'>, 'id' | 'onClick' | 'onFocus' | 'onPointerEnter'> & {
  shown: Shown;
};

/** A button that opens the popover beside it. */
export function FactButton({ shown, ...rest }: FactButtonProps) {
  const id = useId();
  const knowledge = useKnowledge();
  const isOpen = useOpenButton() === id;
  return (
    <button
      type="button"
      {...rest}
      id={id}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => knowledge?.toggle(shown, id)}
    />
  );
}
