import { useMemo } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { lastSentence, splitAtShared } from './shared-words.ts';

type QuotedTextProps = { kind: 'passage' | 'message'; id: string; button: HTMLElement | null };

/** The sentence that a citation stands behind. */
function citingSentence(button: HTMLElement | null): string {
  const block = button?.closest('p, li, td, th, h3, h4, h5, h6');
  if (!button || !block) return '';
  const before = document.createRange();
  before.setStart(block, 0);
  before.setEndBefore(button);
  const words = before.cloneContents();
  for (const chip of words.querySelectorAll('cite')) chip.remove();
  return lastSentence(words.textContent ?? '');
}

/** Scrolls the first mark of a long text into view. */
function showMark(mark: HTMLElement | null): void {
  const box = mark?.parentElement;
  if (mark && box) box.scrollTop = mark.offsetTop - box.clientHeight / 3;
}

/** A passage or message in its own words, with those marked that the sentence shares with it. */
export function QuotedText({ kind, id, button }: QuotedTextProps) {
  const { data: text, error } = trpc.brain.offeredText.useQuery({ kind, id }, { staleTime: Infinity });
  const parts = useMemo(() => splitAtShared(text ?? '', citingSentence(button)), [text, button]);
  if (error) return <p className="small">{errorText(error)}</p>;
  return (
    // It scrolls, so the keyboard has to reach it.
    <blockquote className="passage quoted" dir="auto" tabIndex={0} aria-busy={text === undefined}>
      {/* The parts have no other identity than their place. */}
      {parts.map((part, index) =>
        part.isHit ? (
          <mark key={index} ref={index <= 1 ? showMark : undefined}>
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </blockquote>
  );
}
