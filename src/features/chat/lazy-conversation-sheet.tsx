import { lazy, Suspense, useState } from 'react';
import type { ConversationSheetProps } from './conversation-sheet.tsx';

const ConversationSheet = lazy(async () => ({ default: (await import('./conversation-sheet.tsx')).ConversationSheet }));

/** The sheet, whose code is loaded when it first opens: a wide screen never needs it. */
export function LazyConversationSheet(props: ConversationSheetProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ConversationSheet {...props} />
    </Suspense>
  );
}
