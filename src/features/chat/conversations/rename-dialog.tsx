import { useState } from 'react';
import { TITLE_MAX } from '#contract/chat/chat.ts';
import { toastError } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';

type RenameDialogProps = {
  conversationId: string;
  title: string;
  returnFocusTo: () => HTMLElement | null | undefined;
  onClose: () => void;
};

/** Gives a conversation another title. */
export function RenameDialog({ conversationId, title, returnFocusTo, onClose }: RenameDialogProps) {
  const utils = trpc.useUtils();
  const [typed, setTyped] = useState(title);
  const { mutate, isPending } = trpc.chat.renameConversation.useMutation({
    onSuccess: async () => {
      void utils.chat.search.invalidate();
      void utils.chat.messages.invalidate({ conversationId });
      await utils.chat.conversations.invalidate();
      onClose();
    },
    onError: toastError,
  });
  return (
    <Dialog open onClose={onClose} title="Rename conversation" closable={!isPending} returnFocusTo={returnFocusTo}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') mutate({ conversationId, title: typed });
        }}
      >
        <TextField
          label="Title"
          value={typed}
          maxLength={TITLE_MAX}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" busy={isPending} disabled={typed.trim() === ''}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
