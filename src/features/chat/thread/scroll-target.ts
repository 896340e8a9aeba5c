/** What the thread keeps in view: its end, the newest question once it has reached the top, or what the person scrolled to. */
export type Follow = 'end' | 'question' | 'nothing';

/** How much stays free above a question at the top. */
const ABOVE_PX = 16;

type Measures = { height: number; viewHeight: number; questionTop: number | undefined };

/** Where the thread scrolls to, in pixels from its top. */
export function scrollTarget(follow: Follow, { height, viewHeight, questionTop }: Measures): number {
  const end = Math.max(0, height - viewHeight);
  return follow === 'question' && questionTop !== undefined ? Math.min(end, Math.max(0, questionTop - ABOVE_PX)) : end;
}
