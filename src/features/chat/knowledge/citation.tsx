import { Bookmark } from 'lucide-react';
import { FactButton } from './fact-button.tsx';
import { shortName, whatBecameOf } from './fact-words.ts';
import { useAnswerId, useKnowledge } from './knowledge-context.ts';

/** A citation in an answer: where the sentence before it comes from. Models make numbers up: one that the answer wasn't given shows nothing. */
export function Citation({ number }: { number: number }) {
  const answerId = useAnswerId();
  const fact = useKnowledge()?.givenTo(answerId).get(number);
  if (!fact) return null;
  const was = whatBecameOf(fact);
  return (
    <cite>
      {' '}
      <FactButton className={was === null ? 'cited' : 'cited gone'} shown={{ kind: 'fact', fact }}>
        <Bookmark className="icon" aria-hidden="true" />
        <span className="sr">{was === null ? 'Source: ' : `Source, ${was} since: `}</span>
        <bdi>{shortName(fact)}</bdi>
      </FactButton>
    </cite>
  );
}
