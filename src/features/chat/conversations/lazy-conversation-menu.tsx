import { Ellipsis } from 'lucide-react';
import { useLazyMenu } from '#src/lib/lazy/use-lazy-menu.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { ConversationMenuProps } from './conversation-menu.tsx';

const load = async () => (await import('./conversation-menu.tsx')).ConversationMenu;

/** The menu button of a conversation. */
export function LazyConversationMenu(props: ConversationMenuProps) {
  const { Menu, buttonProps } = useLazyMenu(load);
  if (Menu) return <Menu {...props} />;
  const { label, tabIndex } = props;
  return (
    <IconButton label={label} tabIndex={tabIndex} {...buttonProps}>
      <Ellipsis className="icon" aria-hidden="true" />
    </IconButton>
  );
}
