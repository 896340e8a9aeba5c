import { Bookmark, FileText, Globe, MessageSquare } from 'lucide-react';
import { FactButton } from './fact-button.tsx';
import { cut, shortName, whatBecameOf } from './fact-words.ts';
import { useAnswerId, useKnowledge, type Given } from './knowledge-context.ts';
import { passageName } from './passage-words.ts';

const TITLE_MAX = 32;

function chipOf(given: Given) {
  if (given.kind === 'fact') return { Icon: Bookmark, name: shortName(given.fact), was: whatBecameOf(given.fact) };
  if (given.kind === 'message')
    return { Icon: MessageSquare, name: cut(given.message.title.replace(/\.$/, ''), TITLE_MAX), was: null };
  return { Icon: given.passage.kind === 'file' ? FileText : Globe, name: passageName(given.passage), was: null };
}

/** A citation in an answer: where the sentence before it comes from. Models make marks up: one that the answer wasn't given shows nothing. */
export function Citation({ mark }: { mark: string }) {
  const answerId = useAnswerId();
  const given = useKnowledge()?.givenTo(answerId).get(mark);
  if (!given) return null;
  const { Icon, name, was } = chipOf(given);
  return (
    <cite>
      {' '}
      <FactButton className={was === null ? 'cited' : 'cited gone'} shown={given}>
        <Icon className="icon" aria-hidden="true" />
        <span className="sr">{was === null ? 'Source: ' : `Source, ${was} since: `}</span>
        <bdi>{name}</bdi>
      </FactButton>
    </cite>
  );
}
