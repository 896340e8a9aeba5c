import { EllipsisVertical } from 'lucide-react';
import { useLazyMenu } from '#src/lib/lazy/use-lazy-menu.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { SourceMenuProps } from './source-menu.tsx';

const load = async () => (await import('./source-menu.tsx')).SourceMenu;

/** The menu button of a source. */
export function LazySourceMenu(props: SourceMenuProps) {
  const { Menu, buttonProps } = useLazyMenu(load);
  if (Menu) return <Menu {...props} />;
  return (
    <IconButton label={`More for ${props.source.name}`} {...buttonProps}>
      <EllipsisVertical className="icon" aria-hidden="true" />
    </IconButton>
  );
}
