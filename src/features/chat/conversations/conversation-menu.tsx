import { Ellipsis } from 'lucide-react';
import { useExportConversation } from './use-export-conversation.ts';
import { MenuItem } from '#src/ui/menu-item.tsx';
import { Menu } from '#src/ui/menu.tsx';

export type ConversationMenuProps = { label: string; conversationId: string; onDelete: () => void };

/** The menu of one conversation, open from the start: it is loaded by the click that asks for it. */
export function ConversationMenu({ label, conversationId, onDelete }: ConversationMenuProps) {
  const exportConversation = useExportConversation();
  return (
    <Menu label={label} trigger={<Ellipsis className="icon" aria-hidden="true" />} defaultOpen>
      <MenuItem onClick={() => exportConversation(conversationId)}>Export</MenuItem>
      <MenuItem danger onClick={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}
