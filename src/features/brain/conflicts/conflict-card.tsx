import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { conflictLink } from '#src/domain/brain/fact-source.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import type { Conflict } from '../brain-types.ts';
import { sideOf } from '../fact-words.ts';
import { SourceLine } from '../source-line.tsx';

type ConflictCardProps = { conflict: Conflict; onSettled: () => void };

/** The heading of a conflict, which has the focus if a link asked for one of its facts. */
function useAskedHeading(facts: readonly Fact[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsked = useLocation({ select: ({ hash }) => facts.some((fact) => conflictLink(fact).hash === hash) });
  useEffect(() => {
    if (!isAsked) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, [isAsked]);
  return heading;
}

/** Facts that disagree, side by side on a folded sheet, and the four ways to settle it. */
export function ConflictCard({ conflict, onSettled }: ConflictCardProps) {
  const { id, question, facts } = conflict;
  const heading = useAskedHeading(facts);
  const utils = trpc.useUtils();
  const { mutate, isPending, variables } = trpc.brain.resolve.useMutation({
    onSuccess: async (_done, { right }) => {
      onSettled();
      await utils.brain.invalidate();
      const text =
        right === 'all'
          ? 'Your team uses both.'
          : right === 'none'
            ? 'Your team has forgotten both.'
            : 'Your team uses your answer, starting with your next message.';
      toast.success({ title: 'Settled', text });
    },
    onError: (error) => {
      toastError(error);
      // It may have been settled elsewhere.
      void utils.brain.invalidate();
    },
  });
  const isChosen = (fact: Fact) => {
    const right = variables?.right;
    return isPending && typeof right === 'object' && right.factId === fact.id;
  };
  return (
    <Card as="article" className="clash" aria-labelledby={`conflict-${id}`}>
      <h3 className="h4" id={`conflict-${id}`} ref={heading} tabIndex={-1}>
        {question}
      </h3>
      <div className={classNames('fold', facts.length > 2 && 'many')}>
        {facts.map((fact) => {
          const { isNewer, answer, isLarge, words, button } = sideOf(conflict, fact);
          return (
            <div className="half" key={fact.id}>
              <p className={classNames('ans num', !isLarge && 'long')}>
                <span>{answer}</span> {isNewer && <Badge tone="accent">Newer</Badge>}
              </p>
              {words !== null && <blockquote>{words}</blockquote>}
              <SourceLine fact={fact} />
              <Button
                variant="secondary"
                disabled={isPending}
                busy={isChosen(fact)}
                busyText="Saving..."
                onClick={() => mutate({ conflictId: id, right: { factId: fact.id } })}
              >
                <span>{button}</span>
                <span className="sr">{`: ${fact.statement}`}</span>
              </Button>
            </div>
          );
        })}
      </div>
      <p className="foot">
        <button
          type="button"
          className="text-button"
          disabled={isPending}
          onClick={() => mutate({ conflictId: id, right: 'all' })}
        >
          <span>{facts.length > 2 ? 'All are right' : 'Both are right'}</span>
          <span className="sr">{`: ${question}`}</span>
        </button>
        <button
          type="button"
          className="text-button"
          disabled={isPending}
          onClick={() => mutate({ conflictId: id, right: 'none' })}
        >
          <span>{facts.length > 2 ? 'None of these is right' : 'Neither is right'}</span>
          <span className="sr">{`: ${question}`}</span>
        </button>
      </p>
    </Card>
  );
}
