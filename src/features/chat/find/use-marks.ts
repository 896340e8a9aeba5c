import { useEffect, useRef, type RefObject } from 'react';
import { findMatches, searchedWords, type SearchedWord } from '#contract/chat/search-words.ts';

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

type Marked = { searched: string; ids: readonly string[]; currentId: string | null };
/** Caches the matches in messages that haven't changed. */
type Known = WeakMap<Element, Range[]>;

/** Marks the messages that are rendered. Returns the first match of the current one. */
function markAll(view: HTMLElement, { searched, ids, currentId }: Marked, known: Known): Range | undefined {
  const words = searchedWords(searched);
  const hits = new Set(ids);
  const [found, here] = [new Highlight(), new Highlight()];
  let first: Range | undefined;
  for (const row of view.querySelectorAll<HTMLElement>('.log-row')) {
    const id = row.dataset['message'] ?? '';
    if (!hits.has(id)) continue;
    const ranges = known.get(row) ?? rangesIn(row, words);
    known.set(row, ranges);
    for (const range of ranges) (id === currentId ? here : found).add(range);
    if (id === currentId) first = ranges[0];
  }
  CSS.highlights.set(FOUND, found);
  CSS.highlights.set(CURRENT, here);
  return first;
}

/** Marks messages as they render, and reports the first match of the current one. Returns a cleanup function. */
function keepMarked(view: HTMLElement, marked: Marked, onCurrent: (first: Range) => void): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  let frame = 0;
  const known: Known = new WeakMap();
  const mark = () => {
    frame = 0;
    const first = markAll(view, marked, known);
    if (first) onCurrent(first);
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
 * that translates the page. Scrolls the first match of the current message into view, once per
 * visit.
 */
export function useMarks(
  viewRef: RefObject<HTMLElement | null>,
  { searched, ids, currentId, visit }: Marked & { visit: number },
): void {
  const shown = useRef('');
  useEffect(() => {
    const view = viewRef.current;
    if (!view) return undefined;
    return keepMarked(view, { searched, ids, currentId }, (first) => {
      const key = `${searched} ${currentId} ${visit}`;
      if (shown.current === key) return;
      shown.current = key;
      scrollTo(first, view);
    });
  }, [viewRef, searched, ids, currentId, visit]);
}
