import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { useKnowledge } from '../knowledge/knowledge-context.ts';

const loadLine = async () => (await import('./memory-parts.tsx')).MemoryResults;
const loadChoices = async () => (await import('./memory-choices.tsx')).MemoryChoices;
const Results = lazyPart(loadLine);
const Choices = lazyPart(loadChoices);

/** Facts forgotten, corrected or refused because of a question, shown under it with Undo. Usually empty. */
export function MemoryLine({ questionId }: { questionId: string }) {
  const knowledge = useKnowledge();
  const memory = knowledge?.memory.find((one) => one.questionId === questionId);
  return memory ? <Results memory={memory} isNewest={knowledge?.newestQuestionId === questionId} /> : null;
}

/** Questions to the owner about the team's knowledge, shown under an answer. Usually empty. */
export function MemoryQuestion({ answerId }: { answerId: string }) {
  const memory = useKnowledge()?.memory.find((one) => one.answerId === answerId);
  return memory ? <Choices memory={memory} /> : null;
}
