import { Ellipsis } from 'lucide-react';
import { useLazyMenu } from '#src/lib/lazy/use-lazy-menu.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { OwnMenuProps } from './own-menu.tsx';

const load = async () => (await import('./own-menu.tsx')).OwnMenu;

/** The menu button of a template that the person wrote. */
export function LazyOwnMenu(props: OwnMenuProps) {
  const { Menu, buttonProps } = useLazyMenu(load);
  if (Menu) return <Menu {...props} />;
  return (
    <IconButton label={`More for ${props.template.title}`} {...buttonProps}>
      <Ellipsis className="icon" aria-hidden="true" />
    </IconButton>
  );
}
