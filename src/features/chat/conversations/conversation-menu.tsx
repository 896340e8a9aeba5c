import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { RenameDialog } from './rename-dialog.tsx';
import { useExportConversation } from './use-export-conversation.ts';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';

export type ConversationMenuProps = {
  label: string;
  tabIndex: number;
  conversationId: string;
  title: string;
  onDelete: () => void;
};

/** The menu of one conversation. It starts open: the click that asks for it loads it. */
export function ConversationMenu({ label, tabIndex, conversationId, title, onDelete }: ConversationMenuProps) {
  const exportConversation = useExportConversation();
  const [isRenaming, setIsRenaming] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Menu label={label} tabIndex={tabIndex} trigger={<Ellipsis className="icon" aria-hidden="true" />} defaultOpen>
        <MenuItem onClick={() => setIsRenaming(true)}>Rename</MenuItem>
        <MenuItem onClick={() => exportConversation(conversationId)}>Export</MenuItem>
        <MenuItem danger onClick={onDelete}>
          Delete
        </MenuItem>
      </Menu>
      {isRenaming && (
        <RenameDialog
          conversationId={conversationId}
          title={title}
          returnFocusTo={() => place.current?.querySelector('button')}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </div>
  );
}
