import { Lock, MessageSquare } from 'lucide-react';
import { PREMIUM_TEMPLATE_LOCKED } from '#contract/templates/template-errors.ts';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import { Button } from '#src/ui/button.tsx';
import type { OpenWith } from './use-open-with.ts';

type FillActionsProps = {
  isLocked: boolean;
  isPending: boolean;
  openWith: OpenWith;
  onOpen: () => void;
  /** Opens it in a new automation. */
  onAutomate: () => void;
};

/** Using a template: copying its text, or taking it to a teammate. */
export function FillActions({ isLocked, isPending, openWith: { name }, onOpen, onAutomate }: FillActionsProps) {
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
        {!isLocked && (
          <Button variant="ghost" disabled={isPending} onClick={onAutomate}>
            Use in an automation
          </Button>
        )}
      </div>
      <p className="small muted">
        {isLocked
          ? PREMIUM_TEMPLATE_LOCKED
          : `Use Template copies the text and counts as one use this month. So does opening it with ${name}, which starts a draft you can talk through. The same text again is free.`}
      </p>
    </>
  );
}
