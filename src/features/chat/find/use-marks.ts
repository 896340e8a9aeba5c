import { useEffect, useRef, useState, type RefObject } from 'react';
import { findMatches, searchedWords, type SearchedWord } from '#contract/chat/search-words.ts';
import { isSameLook, type Looked } from './hits.ts';

/** The names of the highlights in find.css. */
const FOUND = 'found';
const CURRENT = 'found-here';
/** Elements to skip: they aren't message text. */
const BESIDE_TEXT = 'button, time, form, .sr, .sent-files, .answer-actions, [aria-hidden="true"]';
const BLOCKS = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, blockquote, div';
/** How far from the edges of the view a match is shown, in pixels. */
const EDGE_PX = 24;

/** A rendered message's text and its text nodes. Text nodes within one block are joined. */
function textsIn(row: HTMLElement): { text: string; nodes: { node: Text; start: number }[] } {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text; // reason: only texts are walked
    const parent = node.parentElement;
    if (!parent || parent.closest(BESIDE_TEXT)) continue;
    const own = parent.closest(BLOCKS);
    if (own !== block) text += '\n';
    block = own;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

/** The ranges in a rendered message that match the words. */
function rangesIn(row: HTMLElement, words: readonly SearchedWord[]): Range[] {
  const { text, nodes } = textsIn(row);
  return findMatches(text, words).flatMap(({ start, end }) => {
    const first = nodes.findLast((one) => one.start <= start);
    const last = nodes.findLast((one) => one.start < end);
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, Math.min(end - last.start, last.node.length));
    return [range];
  });
}

function scrollTo(range: Range, view: HTMLElement): void {
  const [place, frame] = [range.getBoundingClientRect(), view.getBoundingClientRect()];
  if (place.top >= frame.top && place.bottom <= frame.bottom - EDGE_PX) return;
  view.scrollBy({ top: place.top - frame.top - frame.height / 3, behavior: 'instant' });
}

type Marked = Looked & {
  ids: readonly string[];
  /** Which match in the current message is looked at, counted from 0; -1 for the last. */
  match: number;
};
/** Caches the matches in messages that haven't changed. */
type Known = WeakMap<Element, Range[]>;
type Current = { range: Range; index: number; count: number };
/** The place of the match that is looked at among those of its message; `count` is 0 if that has none in the page. */
export type MatchPlace = Looked & { index: number; count: number };

/** Marks the messages that are rendered. Returns the current match, unless its message isn't one of them. */
function markAll(view: HTMLElement, { searched, ids, currentId, match }: Marked, known: Known): Current | null {
  const words = searchedWords(searched);
  const hits = new Set(ids);
  const [found, here] = [new Highlight(), new Highlight()];
  let current: Current | null = null;
  for (const row of view.querySelectorAll<HTMLElement>('.log-row')) {
    const id = row.dataset['message'] ?? '';
    if (!hits.has(id)) continue;
    const ranges = known.get(row) ?? rangesIn(row, words);
    known.set(row, ranges);
    const isCurrent = id === currentId && ranges.length > 0;
    const index = !isCurrent ? -1 : match === -1 ? ranges.length - 1 : Math.min(match, ranges.length - 1);
    for (const [at, range] of ranges.entries()) (at === index ? here : found).add(range);
    const range = ranges[index];
    if (range) current = { range, index, count: ranges.length };
  }
  CSS.highlights.set(FOUND, found);
  CSS.highlights.set(CURRENT, here);
  return current;
}

/** Marks messages as they render, and reports the current match each time. Returns a cleanup function. */
function keepMarked(view: HTMLElement, marked: Marked, onMarked: (current: Current | null) => void): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  let frame = 0;
  const known: Known = new WeakMap();
  const mark = () => {
    frame = 0;
    onMarked(markAll(view, marked, known));
  };
  const markSoon = () => {
    frame ||= requestAnimationFrame(mark);
  };
  markSoon();
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest('.log-row');
      if (row) known.delete(row);
    }
    markSoon();
  });
  observer.observe(view, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(FOUND);
    CSS.highlights.delete(CURRENT);
  };
}

/**
 * Highlights the matches in the messages, without touching the page's elements: those belong to React and to a browser
 * that translates the page. Scrolls the current match into view, once per visit. Returns the last marked
 * place, or null if nothing has been marked.
 */
export function useMarks(
  viewRef: RefObject<HTMLElement | null>,
  { searched, ids, currentId, match, visit }: Marked & { visit: number },
): MatchPlace | null {
  const shown = useRef('');
  const [place, setPlace] = useState<MatchPlace | null>(null);
  useEffect(() => {
    const view = viewRef.current;
    if (!view) return undefined;
    return keepMarked(view, { searched, ids, currentId, match }, (current) => {
      const { index, count } = current ?? { index: -1, count: 0 };
      const marked = { searched, currentId, index, count };
      setPlace((before) =>
        before && isSameLook(before, marked) && before.index === index && before.count === count ? before : marked,
      );
      const key = `${searched} ${currentId} ${visit}`;
      if (!current || shown.current === key) return;
      shown.current = key;
      scrollTo(current.range, view);
    });
  }, [viewRef, searched, ids, currentId, match, visit]);
  return place;
}
