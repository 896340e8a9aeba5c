import { useState, type ReactNode } from 'react';
import { ConfirmRemoval } from '../confirm-removal.tsx';
import { problemText } from '../problem.tsx';
import { useLatest } from '../use-latest.ts';
import { useReadAgain } from '../use-read-again.ts';
import { NameDialog } from './name-dialog.tsx';

type Named = { id: string; friendlyName: string };
type Change = { isPending: boolean; error: unknown; reset: () => void };
type Dialogs<Item> = {
  renaming: Item | null;
  removing: Item | null;
  setRenaming: (item: Item | null) => void;
  setRemoving: (item: Item | null) => void;
};

/** The item that a dialog is about, and `done`: what to do once the server has made either change. */
export function useNamedItems<Item extends Named>(): { dialogs: Dialogs<Item>; done: () => Promise<void> } {
  const [renaming, setRenaming] = useState<Item | null>(null);
  const [removing, setRemoving] = useState<Item | null>(null);
  const readAgain = useReadAgain();
  const done = () => {
    setRenaming(null);
    setRemoving(null);
    return readAgain();
  };
  return { dialogs: { renaming, removing, setRenaming, setRemoving }, done };
}

type NamedItemsProps<Item> = {
  items: Item[];
  dialogs: Dialogs<Item>;
  renameTitle: string;
  rename: Change;
  onRename: (item: Item, friendlyName: string) => void;
  remove: Change;
  onRemove: (item: Item) => void;
  /** What removing an item does. */
  warning: string;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  children: (item: Item, actions: { onRename: () => void; onRemove: () => void }) => ReactNode;
};

/** A list of items that people can name, and the two dialogs that rename and remove one. */
export function NamedItems<Item extends Named>(props: NamedItemsProps<Item>) {
  const { items, dialogs, renameTitle, rename, onRename, remove, onRemove, warning, empty, children } = props;
  const { renaming, removing, setRenaming, setRemoving } = dialogs;
  const [named, gone] = [useLatest(renaming), useLatest(removing)];
  const actionsOf = (item: Item) => ({
    onRename: () => {
      rename.reset();
      setRenaming(item);
    },
    onRemove: () => {
      remove.reset();
      setRemoving(item);
    },
  });
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <ul className="setting-rows">{items.map((item) => children(item, actionsOf(item)))}</ul>
      )}
      <NameDialog
        isOpen={renaming !== null}
        onClose={() => setRenaming(null)}
        title={renameTitle}
        name={named?.friendlyName ?? ''}
        submitLabel="Rename"
        busyText="Saving..."
        isBusy={rename.isPending}
        problem={problemText(rename.error)}
        onChange={rename.reset}
        onSubmit={(friendlyName) => named && onRename(named, friendlyName)}
      />
      <ConfirmRemoval
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${gone?.friendlyName}?`}
        confirmLabel="Remove"
        busyText="Removing..."
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => gone && onRemove(gone)}
      >
        <p>{warning}</p>
      </ConfirmRemoval>
    </>
  );
}
