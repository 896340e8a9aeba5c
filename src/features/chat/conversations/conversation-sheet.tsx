import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ConversationList, type ConversationListProps } from './conversation-list.tsx';

export type ConversationSheetProps = ConversationListProps & { isOpen: boolean; onClose: () => void };

/** The list on a narrow screen: a sheet over the thread. Choosing a conversation closes it. */
export function ConversationSheet({ isOpen, onClose, ...list }: ConversationSheetProps) {
  const onSelect = (id: string) => {
    list.onSelect(id);
    onClose();
  };
  const onNew = () => {
    list.onNew();
    onClose();
  };
  const onOpenFound = (messageId: string | null) => {
    list.onOpenFound?.(messageId);
    onClose();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-backdrop" />
        <Dialog.Popup className="convs-sheet">
          <div className="row between">
            <Dialog.Title className="sr">Conversations</Dialog.Title>
            <span className="grow" />
            <Dialog.Close render={<IconButton label="Close" />}>
              <X className="icon" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <ConversationList {...list} onSelect={onSelect} onNew={onNew} onOpenFound={onOpenFound} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
