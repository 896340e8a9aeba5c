import { lazy, Suspense } from 'react';

const load = () => import('./markdown.tsx');
const Markdown = lazy(async () => ({ default: (await load()).Markdown }));

/** Starts fetching the Markdown renderer before the first answer needs it. */
export function preloadMarkdown(): void {
  // A failed fetch is tried again, and reported, when an answer renders.
  load().catch(() => undefined);
}

/** The words of an answer: as plain text until the Markdown renderer is here, so nothing waits for it. */
export function AnswerBody({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  return (
    <Suspense fallback={<p className="plain">{text}</p>}>
      <Markdown text={text} isGrowing={isGrowing} />
    </Suspense>
  );
}
