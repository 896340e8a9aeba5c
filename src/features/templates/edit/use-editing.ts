import { useRef, useState, type RefObject } from 'react';
import { useKept } from '../kept.ts';
import { addBlank, nameAfterLabel, placeBlank, removeBlank } from './blanks-in-text.ts';
import { focusBlank } from './blank-editor.tsx';
import { parseEdit, type BlankKind, type EditBlank, type EditDraft } from './edit-draft.ts';

/** A template that is edited. This browser keeps what isn't saved yet. */
export function useEditing(id: string, saved: EditDraft, body: RefObject<HTMLTextAreaElement | null>) {
  const [kept, setKept] = useKept('template-edit', id, parseEdit);
  const [isSaved, setIsSaved] = useState(false);
  const draft = kept ?? saved;
  const change = (changes: Partial<EditDraft>) => setKept({ ...draft, ...changes });
  // The selection is gone once the menu has the focus.
  const selection = useRef({ start: saved.body.length, end: saved.body.length });
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
    isChanged: kept !== null && !isSaved,
    discard: () => setKept(null),
    /** It has been saved: what this browser has kept isn't needed anymore. */
    done: () => {
      setIsSaved(true);
      setKept(null);
    },
    add: (kind: BlankKind) => {
      const added = addBlank(draft, selection.current, kind);
      setKept(added.draft);
      // Once its fields are there, and the menu has given the focus back.
      setTimeout(() => focusBlank(added.name), 50);
    },
    place: (blank: EditBlank) => {
      const placed = placeBlank(draft, selection.current, blank);
      setKept(placed.draft);
      selection.current = { start: placed.caret, end: placed.caret };
    },
    named: (blank: EditBlank) => {
      const renamed = nameAfterLabel(draft, blank);
      if (renamed !== draft) setKept(renamed);
    },
    keep: (name: string) => change({ undecided: draft.undecided.filter((one) => one !== name) }),
    keepAll: () => change({ undecided: [] }),
    remove: (blank: EditBlank) => setKept(removeBlank(draft, blank)),
  };
}
export type Editing = ReturnType<typeof useEditing>;
