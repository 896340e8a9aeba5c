import { EllipsisVertical } from 'lucide-react';
import { useLazyMenu } from '#src/lib/lazy/use-lazy-menu.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { FactMenuProps } from './fact-menu.tsx';

const load = async () => (await import('./fact-menu.tsx')).FactMenu;

/** The menu button of a fact's row on a phone. */
export function LazyFactMenu(props: FactMenuProps) {
  const { Menu, buttonProps } = useLazyMenu(load);
  if (Menu) return <Menu {...props} />;
  return (
    <IconButton label={props.label} {...buttonProps}>
      <EllipsisVertical className="icon" aria-hidden="true" />
    </IconButton>
  );
}
