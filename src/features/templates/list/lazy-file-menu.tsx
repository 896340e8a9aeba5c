import { Ellipsis } from 'lucide-react';
import { useLazyMenu } from '#src/lib/lazy/use-lazy-menu.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { FileMenuProps } from './file-menu.tsx';

const load = async () => (await import('./file-menu.tsx')).FileMenu;

/** The menu button for files of templates. */
export function LazyFileMenu(props: FileMenuProps) {
  const { Menu, buttonProps } = useLazyMenu(load);
  if (Menu) return <Menu {...props} />;
  return (
    <IconButton boxed label="Import and export" {...buttonProps}>
      <Ellipsis className="icon" aria-hidden="true" />
    </IconButton>
  );
}
