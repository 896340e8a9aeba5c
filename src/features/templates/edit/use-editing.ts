import { useRef, useState, type RefObject } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { focusAfter } from '#src/lib/focus-after.ts';
import { toast } from '#src/lib/toast.ts';
import { useKept } from '../kept.ts';
import { addBlank, nameAfterLabel, placeBlank, removeBlank, type Edited } from './blanks-in-text.ts';
import { labelOfBlank } from './blank-editor.tsx';
import { parseEdit, type BlankKind, type EditBlank, type EditDraft } from './edit-draft.ts';

/** What this browser has kept of a template that was edited and not saved. */
export const useKeptEdit = (id: string) => useKept('template-edit', id, parseEdit);

/** A template that is edited: `saved` is what editing begins with, of this version. This browser keeps what isn't saved yet. */
export function useEditing(
  id: string,
  { saved, version }: { saved: EditDraft; version: number | null },
  body: RefObject<HTMLTextAreaElement | null>,
) {
  const [kept, setKept] = useKeptEdit(id);
  /** What was saved from here, while the page that shows it loads. */
  const [done, setDone] = useState<EditDraft | null>(null);
  const draft = kept?.draft ?? done ?? saved;
  const show = (changed: EditDraft) =>
    setKept({
      draft: changed,
      version: kept ? kept.version : version,
      start: kept ? kept.start : version === null && saved.body !== '' ? saved : null,
    });
  const change = (changes: Partial<EditDraft>) => show({ ...draft, ...changes });
  // The selection is gone once the menu has the focus.
  const selection = useRef({ start: draft.body.length, end: draft.body.length });
  const moveTo = (caret: number) => {
    selection.current = { start: caret, end: caret };
  };
  const apply = ({ draft: changed, caret }: Edited) => {
    if (changed === draft) return;
    show(changed);
    moveTo(caret);
  };
  const rememberSelection = () => {
    const { selectionStart: start, selectionEnd: end } = body.current ?? { selectionStart: 0, selectionEnd: 0 };
    selection.current = { start, end };
  };
  const changeBlank = (name: string, changes: Partial<EditBlank>) =>
    change({ blanks: draft.blanks.map((blank) => (blank.name === name ? { ...blank, ...changes } : blank)) });
  return {
    draft,
    change,
    changeBlank,
    rememberSelection,
    isChanged: kept !== null,
    /** The template was changed somewhere else after these changes were begun. */
    isOutdated: kept !== null && kept.version !== version,
    discard: () => {
      setKept(null);
      moveTo(saved.body.length);
      toast.success({
        title: 'Changes discarded',
        action: {
          label: 'Undo',
          onClick: () => {
            setKept(kept);
            moveTo(draft.body.length);
          },
        },
        lifeMs: UNDO_MS,
      });
    },
    /** It has been saved: what this browser has kept isn't needed anymore. */
    done: () => {
      setDone(draft);
      setKept(null);
    },
    add: (kind: BlankKind) => {
      const added = addBlank(draft, selection.current, kind);
      focusAfter(
        () => apply(added),
        () => labelOfBlank(added.name),
      );
    },
    place: (blank: EditBlank) => apply(placeBlank(draft, selection.current, blank)),
    named: (blank: EditBlank) => apply(nameAfterLabel(draft, selection.current.end, blank)),
    keep: (name: string) => change({ undecided: draft.undecided.filter((one) => one !== name) }),
    keepAll: () => change({ undecided: [] }),
    remove: (blank: EditBlank) => apply(removeBlank(draft, selection.current.end, blank)),
  };
}
export type Editing = ReturnType<typeof useEditing>;
