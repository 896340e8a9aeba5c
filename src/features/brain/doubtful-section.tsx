import { useEffect, useRef } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { FACTS_ID } from './anchors.ts';
import type { Overview } from './brain-types.ts';
import { SourceLine } from './source-line.tsx';

const DOUBTFUL_ID = 'doubtful';

export const doubtfulTitle = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'fact' : 'facts'} may have been replaced by mistake`;

/**
 * Facts that earlier versions of the app replaced because of a different figure for the same subject. They are listed
 * until each is restored or the owner dismisses the list. Renders nothing if there are none.
 */
export function DoubtfulSection({ doubtful }: { doubtful: Overview['doubtful'] }) {
  const utils = trpc.useUtils();
  const heading = useRef<HTMLHeadingElement>(null);
  const { length } = doubtful;
  const before = useRef<number>(null);
  const saves = { onSettled: () => utils.brain.invalidate(), onError: toastError };
  const bringBack = trpc.brain.bringBack.useMutation({
    ...saves,
    onSuccess: () => {
      before.current = length;
      toast.success({ title: 'It’s back' });
    },
  });
  const dismiss = trpc.brain.dismissDoubts.useMutation({
    ...saves,
    onSuccess: () => {
      before.current = length;
    },
  });
  // The row or the card with the focus is gone.
  useEffect(() => {
    if (before.current === null || length >= before.current) return;
    before.current = null;
    (heading.current ?? document.getElementById(FACTS_ID))?.focus();
  }, [length]);
  if (length === 0) return null;
  return (
    <section className="stack doubtful" aria-labelledby={DOUBTFUL_ID}>
      <div className="row between">
        <div className="grow">
          <h2 className="h3" id={DOUBTFUL_ID} tabIndex={-1} ref={heading}>
            {doubtfulTitle(length)}
          </h2>
          <p className="muted">
            We used to replace a product’s price when we learned its weight. Bring back anything that’s still true.
          </p>
        </div>
        <Button variant="ghost" size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Dismiss<span className="sr">: leave them replaced</span>
        </Button>
      </div>
      <ul className="card rows" aria-labelledby={DOUBTFUL_ID}>
        {doubtful.map(({ fact, replacedBy }) => (
          <li className="fact" key={fact.id}>
            <span />
            <div className="what">
              <p className="statement">{fact.statement}</p>
              <SourceLine fact={fact} />
              {replacedBy !== null && <p className="old">{`Replaced by: ${replacedBy}`}</p>}
            </div>
            <div className="do">
              <Button
                variant="secondary"
                size="sm"
                busy={bringBack.isPending && bringBack.variables.factId === fact.id}
                onClick={() => bringBack.mutate({ factId: fact.id })}
              >
                Bring it back<span className="sr">{`: ${fact.statement}`}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
