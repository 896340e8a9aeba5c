import { Lock, MessageSquare } from 'lucide-react';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import { Button } from '#src/ui/button.tsx';
import type { OpenWith } from './use-open-with.ts';

type FillActionsProps = {
  isLocked: boolean;
  isPending: boolean;
  openWith: OpenWith;
  onOpen: () => void;
};

/** Using a template: copying its text, or taking it to a teammate. */
export function FillActions({ isLocked, isPending, openWith: { name }, onOpen }: FillActionsProps) {
  return (
    <>
      <div className="acts">
        <Button type="submit" form="fill-in" busy={isPending} busyText="Copying...">
          {isLocked && <Lock className="icon sm" aria-hidden="true" />}
          <span>{TEMPLATE_TEXTS.use}</span>
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onOpen}>
          {isLocked ? (
            <Lock className="icon sm" aria-hidden="true" />
          ) : (
            <MessageSquare className="icon sm" aria-hidden="true" />
          )}
          <span>{`Open with ${name}`}</span>
        </Button>
      </div>
      <p className="small muted">
        {isLocked
          ? 'Premium templates come with Pro and Ultimate.'
          : `Use Template copies the text and counts as one use this month. So does opening it with ${name}, which starts a draft you can talk through. The same text again is free.`}
      </p>
    </>
  );
}
