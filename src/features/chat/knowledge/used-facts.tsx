import { useMemo } from 'react';
import { citedMarks } from '#contract/brain/citations.ts';
import { FactButton } from './fact-button.tsx';
import { usedText } from './fact-words.ts';
import { useKnowledge } from './knowledge-context.ts';

/** The line under an answer that was given something: how much of it the answer cites, and on demand the rest. */
export function UsedFacts({ answerId, content }: { answerId: string; content: string }) {
  const given = useKnowledge()?.givenTo(answerId);
  const cited = useMemo(() => citedMarks(content), [content]);
  if (!given || given.size === 0 || content === '') return null;
  const unused = [...given].flatMap(([mark, one]) => (cited.has(mark) ? [] : [one]));
  const areFacts = [...given.values()].every(({ kind }) => kind === 'fact');
  return (
    <p className="used-facts">
      <span>{usedText(given.size - unused.length, given.size, areFacts)}</span>
      {unused.length > 0 && (
        <>
          {' '}
          <FactButton className="link" shown={{ kind: 'unused', answerId, unused }}>
            {unused.length < given.size ? 'See the rest' : unused.length === 1 ? 'See it' : 'See them'}
          </FactButton>
        </>
      )}
    </p>
  );
}
