type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where the unsent text of a conversation is kept. A new conversation has one draft for each assistant. */
export function draftKey(userId: string, assistantId: string, conversationId: string | null): string {
  return `tenfold:draft:${userId}:${conversationId ?? `new:${assistantId}`}`;
}

export function readDraft(store: DraftStore | null, key: string): string {
  try {
    return store?.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a draft, or removes it when it is blank. A full or forbidden store loses nothing that is on the screen. */
export function writeDraft(store: DraftStore | null, key: string, text: string): void {
  try {
    if (text.trim() === '') store?.removeItem(key);
    else store?.setItem(key, text);
  } catch {
    // The text stays in the box; only a reload would lose it.
  }
}

/** The tab's own store: a draft must not outlive the tab on a shared computer. */
export function draftStore(): DraftStore | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
