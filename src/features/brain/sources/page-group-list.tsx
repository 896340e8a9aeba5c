import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';
import { pathOf, clearsGroup, type PageGroup } from './page-groups.ts';

/** How many pages of a group are shown at first, and how many more each time. */
const SHOWN = 50;

type PageGroupListProps = {
  group: PageGroup;
  chosen: ReadonlySet<string>;
  /** How many pages of the website can be chosen. */
  max: number;
  isOpen: boolean;
  onToggle: (url: string) => void;
  onToggleAll: () => void;
};

/** The pages in one folder of a website. */
export function PageGroupList({ group, chosen, max, isOpen, onToggle, onToggleAll }: PageGroupListProps) {
  const { folder, pages } = group;
  const id = useId();
  const [isExpanded, setIsExpanded] = useState(false);
  const [shown, setShown] = useState(SHOWN);
  const list = useRef<HTMLUListElement>(null);
  // The last "Show more" disappears when pressed, so the focus moves to the first page it revealed.
  useEffect(() => {
    const added = list.current?.children[shown - SHOWN];
    if (shown > SHOWN && added instanceof HTMLElement) added.focus();
  }, [shown]);
  const isShown = isOpen || isExpanded;
  const count = pages.filter(({ url }) => chosen.has(url)).length;
  const name = folder === '' ? 'Top-level pages' : `/${folder}/`;
  const isFull = chosen.size >= max;
  const isCleared = clearsGroup(chosen, group, max);
  return (
    <section className="group" aria-labelledby={`${id}-name`}>
      <div className="group-head">
        <button
          type="button"
          className="group-name"
          aria-expanded={isShown}
          aria-controls={`${id}-pages`}
          disabled={isOpen}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          <ChevronRight className="icon sm" aria-hidden="true" />
          <b id={`${id}-name`} translate={folder === '' ? undefined : 'no'}>
            {name}
          </b>{' '}
          <span className="xs muted num">{`${formatNumber(count)} of ${formatNumber(pages.length)}`}</span>
        </button>
        <button type="button" className="text-button" disabled={!isCleared && isFull} onClick={onToggleAll}>
          <span>{isCleared ? 'Clear' : 'Select all'}</span>
          <span className="sr">{` in ${name}`}</span>
        </button>
      </div>
      <ul id={`${id}-pages`} ref={list} hidden={!isShown}>
        {isShown &&
          pages.slice(0, shown).map(({ url, title }) => (
            <li key={url} tabIndex={-1}>
              <label className="page-choice">
                <input
                  type="checkbox"
                  checked={chosen.has(url)}
                  disabled={isFull && !chosen.has(url)}
                  onChange={() => onToggle(url)}
                />
                <span>
                  {title !== '' && <span className="title">{title}</span>}
                  <span className="xs muted" translate="no">
                    {pathOf(url)}
                  </span>
                </span>
              </label>
            </li>
          ))}
      </ul>
      {isShown && pages.length > shown && (
        <button type="button" className="text-button" onClick={() => setShown(shown + SHOWN)}>
          Show more<span className="sr">{` in ${name}`}</span>
        </button>
      )}
    </section>
  );
}
