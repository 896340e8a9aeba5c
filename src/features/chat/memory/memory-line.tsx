import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { useKnowledge } from '../knowledge/knowledge-context.ts';

const loadLine = async () => (await import('./memory-parts.tsx')).MemoryResults;
const loadChoices = async () => (await import('./memory-choices.tsx')).MemoryChoices;
const Results = lazyPart(loadLine);
const Choices = lazyPart(loadChoices);

/** Under a question: what it had forgotten, corrected or refused, with Undo. Most questions have none. */
export function MemoryLine({ questionId }: { questionId: string }) {
  const knowledge = useKnowledge();
  const memory = knowledge?.memory.find((one) => one.questionId === questionId);
  return memory ? <Results memory={memory} isNewest={knowledge?.newestQuestionId === questionId} /> : null;
}

/** Under an answer: what its owner is asked about what the team knows. Most answers ask nothing. */
export function MemoryQuestion({ answerId }: { answerId: string }) {
  const memory = useKnowledge()?.memory.find((one) => one.answerId === answerId);
  return memory ? <Choices memory={memory} /> : null;
}
