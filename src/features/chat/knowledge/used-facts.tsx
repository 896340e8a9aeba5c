import { useMemo } from 'react';
import { citedNumbers } from '#contract/brain/citations.ts';
import { FactButton } from './fact-button.tsx';
import { usedText } from './fact-words.ts';
import { useKnowledge } from './knowledge-context.ts';

/** The line under an answer that was given facts: how many of them it cites, and on demand the others. */
export function UsedFacts({ answerId, content }: { answerId: string; content: string }) {
  const given = useKnowledge()?.givenTo(answerId);
  const cited = useMemo(() => citedNumbers(content), [content]);
  if (!given || given.size === 0 || content === '') return null;
  const unused = [...given.values()].filter(({ number }) => !cited.has(number));
  return (
    <p className="used-facts">
      {usedText(given.size - unused.length, given.size)}
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
