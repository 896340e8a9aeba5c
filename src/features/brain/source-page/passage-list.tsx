import { useEffect, useRef } from 'react';
import { LOADING } from '#contract/texts.ts';
import type { Passage } from '#src/domain/brain/source.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { headingOf, placeText } from './passage-words.ts';

type PassageListProps = {
  passages: readonly Passage[];
  askedId: string | undefined;
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  isFetchingPreviousPage: boolean;
  isFetchingNextPage: boolean;
  fetchPreviousPage: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

/** The passages of a source in their order. The one that was asked for is scrolled to and marked. */
export function PassageList({ passages, askedId, ...pages }: PassageListProps) {
  const list = useRef<HTMLOListElement>(null);
  const asked = useRef<HTMLLIElement>(null);
  useEffect(() => {
    asked.current?.scrollIntoView({ block: 'center' });
    asked.current?.focus({ preventScroll: true });
  }, []);
  // The button that was clicked is gone after the last page: the focus goes to the first passage that came.
  const clicked = useRef<'earlier' | 'later'>(null);
  const before = useRef(passages.length);
  useEffect(() => {
    const first = clicked.current === 'later' ? before.current : 0;
    if (clicked.current !== null && passages.length > before.current) {
      const row = list.current?.children[first];
      if (row instanceof HTMLElement) row.focus();
      clicked.current = null;
    }
    before.current = passages.length;
  }, [passages.length]);
  const show = (which: 'earlier' | 'later') => {
    clicked.current = which;
    void (which === 'earlier' ? pages.fetchPreviousPage() : pages.fetchNextPage());
  };
  return (
    <>
      {pages.hasPreviousPage && (
        <Button
          variant="secondary"
          busy={pages.isFetchingPreviousPage}
          busyText={LOADING}
          onClick={() => show('earlier')}
        >
          Show what comes before
        </Button>
      )}
      <ol className="card rows passages" ref={list}>
        {passages.map((passage, index) => {
          const { id, url, text } = passage;
          const previous = passages[index - 1];
          const heading = headingOf(passage, previous);
          const place = placeText(passage, previous);
          const isAsked = id === askedId;
          return (
            <li
              key={id}
              ref={isAsked ? asked : undefined}
              className={classNames(isAsked && 'asked')}
              aria-current={isAsked || undefined}
              tabIndex={-1}
            >
              {url !== null && url !== previous?.url && (
                <p className="src">
                  <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                    {url.replace(/^https?:\/\//i, '')}
                  </a>
                </p>
              )}
              {heading !== null && (
                <h2 className="h4" dir="auto">
                  {heading}
                </h2>
              )}
              {place !== null && <p className="hint">{place}</p>}
              <p className="passage-text" dir="auto">
                {text}
              </p>
            </li>
          );
        })}
      </ol>
      {pages.hasNextPage && (
        <Button variant="secondary" busy={pages.isFetchingNextPage} busyText={LOADING} onClick={() => show('later')}>
          Show more
        </Button>
      )}
    </>
  );
}
