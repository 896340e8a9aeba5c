import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { searchForFact } from '#src/domain/brain/fact-source.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { Badge } from '#src/ui/badge.tsx';
import { CorrectFact } from './correct-fact.tsx';
import { FactLink, FactSource } from './fact-source.tsx';
import { whatBecameOf } from './fact-words.ts';
import { useFactActions } from './use-fact-actions.ts';

const STATES = {
  replaced: 'Replaced since. The team uses the newer one.',
  forgotten: 'Forgotten. No one on the team uses it anymore.',
};

/** Where one fact is from, what became of it, and what can be done about it. Its sentence is the popover's title. */
export function FactCard({ fact, onClose }: { fact: Fact; onClose: () => void }) {
  const actions = useFactActions(fact, onClose);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const was = whatBecameOf(fact);
  return (
    <>
      <FactSource fact={fact} />
      {fact.quote !== '' && <blockquote className="passage" dir="auto">{`“${fact.quote}”`}</blockquote>}
      {was !== null && <p className="small">{STATES[was]}</p>}
      {fact.state === 'conflict' && (
        <p className="small">
          <Badge tone="warning">In conflict</Badge> Another source says something else.{' '}
          <Link className="link" to="/dashboard/brain" search={searchForFact(fact)}>
            Settle it in the Brain
          </Link>
        </p>
      )}
      {isCorrecting ? (
        <CorrectFact fact={fact} actions={actions} onCancel={() => setIsCorrecting(false)} />
      ) : (
        <div className="row acts">
          <FactLink fact={fact} onOpen={onClose} />
          {was === null ? (
            <button type="button" className="link small calm" onClick={() => setIsCorrecting(true)}>
              This is wrong
            </button>
          ) : (
            <button type="button" className="link small" disabled={actions.isBusy} onClick={actions.bringBack}>
              Bring it back
            </button>
          )}
        </div>
      )}
    </>
  );
}
