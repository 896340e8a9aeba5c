/** The heading after an element, made focusable: call this before the element is removed. */
export function nextHeading(element: Element): HTMLElement | null {
  const headings = document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3)');
  const isAfter = (heading: Element) =>
    (element.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = [...headings].find(isAfter) ?? headings[0];
  if (!next) return null;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  return next;
}
