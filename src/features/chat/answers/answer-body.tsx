import { withoutCitations } from '#contract/brain/citations.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';

type Body = { text: string; isGrowing: boolean };

const loadMarkdown = async () => (await import('./markdown/markdown.tsx')).Markdown;
const loadActions = async () => (await import('./answer-actions.tsx')).AnswerActions;
const loadQuestionActions = async () => (await import('../thread/question-actions.tsx')).QuestionActions;

/** Preloads the code that renders answers, before the first one needs it. */
export function preloadAnswers(): void {
  // If the preload fails, rendering an answer retries it and reports the failure.
  for (const load of [loadMarkdown, loadActions, loadQuestionActions]) load().catch(() => undefined);
}

/** What can be done with an answer; its row is there before its buttons are. */
export const LazyAnswerActions = lazyPart(loadActions, <div className="answer-actions" />);

/** The same for a question. */
export const LazyQuestionActions = lazyPart(loadQuestionActions, <div className="answer-actions" />);

/** The text of an answer: plain until the Markdown renderer has loaded, so that nothing waits for it. */
export const AnswerBody = lazyPart(loadMarkdown, ({ text }: Body) => <p className="plain">{withoutCitations(text)}</p>);
