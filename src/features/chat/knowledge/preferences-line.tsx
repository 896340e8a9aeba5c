import { Link } from '@tanstack/react-router';
import { NotebookText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { preferenceText } from '#contract/brain/preferences.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { useKnowledge } from './knowledge-context.ts';

/**
 * The preferences set by a question, shown under it with Undo. The newest question's line announces itself.
 * Undo moves the focus to the settings, because its button disappears.
 */
export function PreferencesLine({ questionId }: { questionId: string }) {
  const knowledge = useKnowledge();
  const utils = trpc.useUtils();
  const settings = useRef<HTMLAnchorElement>(null);
  const [undone, setUndone] = useState<string>();
  const { mutate, isPending } = trpc.brain.preferences.undo.useMutation({
    onError: toastError,
    onSettled: () => utils.brain.invalidate(),
  });
  useEffect(() => {
    if (undone !== undefined) settings.current?.focus();
  }, [undone]);
  const found = knowledge?.preferencesFrom(questionId);
  const texts = [
    ...(found?.set ?? []).map((one) => preferenceText(one)),
    ...(found?.ended ?? []).map((one) => preferenceText(one, { isEnded: true })),
  ];
  const text = undone ?? texts.join(', ');
  const isNewest = knowledge?.newestQuestionId === questionId;
  if (text === '' && !isNewest) return null;
  return (
    <p className="learned" aria-live={isNewest ? 'polite' : undefined}>
      {text !== '' && (
        <>
          <NotebookText className="icon sm" aria-hidden="true" />
          <span>{undone === undefined ? 'From now on: ' : 'Undone: '}</span>
          <bdi className="fact">{text}</bdi>
          <span aria-hidden="true">·</span>
          {undone === undefined ? (
            <button
              type="button"
              className="link"
              aria-label={`Undo: ${text}`}
              disabled={isPending}
              onClick={() => mutate({ changeId: questionId }, { onSuccess: () => setUndone(text) })}
            >
              Undo
            </button>
          ) : (
            <Link ref={settings} className="link" to="/dashboard/brain" search={{ tab: 'answers' }}>
              How answers should be
            </Link>
          )}
        </>
      )}
    </p>
  );
}
