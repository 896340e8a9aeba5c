import { Popover } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import type { Fact } from '#src/domain/brain/fact.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FactCard } from './fact-card.tsx';
import { ConversationLink, FactSource } from './fact-source.tsx';
import { useKnowledge, type Shown } from './knowledge-context.ts';
import { UndoButton } from './learned-line.tsx';

function FactList({ facts, canUndo, onClose }: { facts: readonly Fact[]; canUndo: boolean; onClose: () => void }) {
  return (
    <ul className="fact-list">
      {facts.map((fact) => (
        <li key={fact.id}>
          <p dir="auto">{fact.statement}</p>
          {!canUndo && <FactSource fact={fact} />}
          <div className="row acts">
            {canUndo ? <UndoButton fact={fact} /> : <ConversationLink fact={fact} onOpen={onClose} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

type KnowledgePopoverProps = { shown: Shown; buttonId: string; isOpen: boolean; onClose: () => void };

/** The facts behind a button in the thread: beside it, or at the bottom of a phone's screen. */
export function KnowledgePopover({ shown, buttonId, isOpen, onClose }: KnowledgePopoverProps) {
  const knowledge = useKnowledge();
  const button = document.getElementById(buttonId);
  const thread = button?.closest<HTMLElement>('.thread');
  const fact = shown.kind === 'fact' ? (knowledge?.latest(shown.fact) ?? shown.fact) : null;
  const title =
    shown.kind === 'unused'
      ? 'What else I knew'
      : shown.kind === 'learned'
        ? 'Learned from your message'
        : (fact?.statement ?? '');
  return (
    <Popover.Root
      open={isOpen && button !== null}
      onOpenChange={(_open, { event, reason }) => {
        // The button itself closes it.
        const isOnButton = event.target instanceof Node && button?.contains(event.target) === true;
        if (reason !== 'outside-press' || !isOnButton) onClose();
      }}
    >
      <Popover.Portal container={thread}>
        <Popover.Positioner
          className="fact-positioner"
          anchor={button}
          positionMethod="fixed"
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          collisionBoundary={thread ?? undefined}
        >
          <Popover.Popup className="fact-popover" finalFocus={() => button}>
            <div className="row between">
              <Popover.Title className="strong" dir="auto">
                {title}
              </Popover.Title>
              <Popover.Close render={<IconButton label="Close" />}>
                <X className="icon sm" aria-hidden="true" />
              </Popover.Close>
            </div>
            {fact && <FactCard key={fact.id} fact={fact} onClose={onClose} />}
            {shown.kind === 'unused' && <FactList facts={shown.unused} canUndo={false} onClose={onClose} />}
            {shown.kind === 'learned' && (
              <FactList facts={knowledge?.learnedFrom(shown.questionId) ?? []} canUndo onClose={onClose} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
