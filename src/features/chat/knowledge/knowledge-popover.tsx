import { Popover } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import type { Fact } from '#src/domain/brain/fact.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { AnchoredPopover } from '#src/ui/overlays/anchored-popover.tsx';
import { FactCard } from './fact-card.tsx';
import { FactLink, FactSource } from './fact-source.tsx';
import { useKnowledge, type Given, type Knowledge, type Shown } from './knowledge-context.ts';
import { ReplacedText, UndoButton } from './learned-line.tsx';
import { QuotedCard, QuotedLink, QuotedPlace, type Quoted } from './quoted-card.tsx';

const nameOf = (quoted: Quoted) => (quoted.kind === 'passage' ? quoted.passage.sourceName : quoted.message.title);

function UnusedList({ unused, onClose }: { unused: readonly Given[]; onClose: () => void }) {
  return (
    <ul className="fact-list">
      {unused.map((given) =>
        given.kind === 'fact' ? (
          <li key={given.fact.id}>
            <p dir="auto">{given.fact.statement}</p>
            <FactSource fact={given.fact} />
            <div className="row acts">
              <FactLink fact={given.fact} onOpen={onClose} />
            </div>
          </li>
        ) : (
          <li key={given.kind === 'passage' ? given.passage.id : given.message.id}>
            <p dir="auto">{nameOf(given)}</p>
            <QuotedPlace quoted={given} />
            <div className="row acts">
              <QuotedLink quoted={given} onOpen={onClose} />
            </div>
          </li>
        ),
      )}
    </ul>
  );
}

function LearnedList({ facts, withdrawn }: { facts: readonly Fact[]; withdrawn: readonly Fact[] }) {
  return (
    <ul className="fact-list">
      {withdrawn.map((fact) => (
        <li key={fact.id}>
          <p dir="auto">
            No longer true: <s>{fact.statement}</s>
          </p>
          <div className="row acts">
            <UndoButton fact={fact} isWithdrawn />
          </div>
        </li>
      ))}
      {facts.map((fact) => (
        <li key={fact.id}>
          <p dir="auto">{fact.statement}</p>
          {fact.replaced !== null && (
            <p className="small">
              <ReplacedText fact={fact} />
            </p>
          )}
          <div className="row acts">
            <UndoButton fact={fact} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function titleOf(shown: Shown, knowledge: Knowledge | null): string {
  if (shown.kind === 'unused') return 'What else I knew';
  if (shown.kind === 'learned') return 'Learned from your message';
  if (shown.kind === 'fact') return (knowledge?.latest(shown.fact) ?? shown.fact).statement;
  return nameOf(shown);
}

type KnowledgePopoverProps = { shown: Shown; buttonId: string; isOpen: boolean; onClose: () => void };

/** What is behind a button in the thread: beside it, or at the bottom of a phone's screen. */
export function KnowledgePopover({ shown, buttonId, isOpen, onClose }: KnowledgePopoverProps) {
  const knowledge = useKnowledge();
  const button = document.getElementById(buttonId);
  const thread = button?.closest<HTMLElement>('.thread');
  const fact = shown.kind === 'fact' ? (knowledge?.latest(shown.fact) ?? shown.fact) : null;
  return (
    <AnchoredPopover
      open={isOpen}
      onClose={onClose}
      button={button}
      container={thread}
      boundary={thread}
      align="start"
      sideOffset={8}
      positionerClass="fact-positioner"
      className="fact-popover"
    >
      <div className="row between">
        <Popover.Title className="strong" dir="auto">
          {titleOf(shown, knowledge)}
        </Popover.Title>
        <Popover.Close render={<IconButton label="Close" />}>
          <X className="icon sm" aria-hidden="true" />
        </Popover.Close>
      </div>
      {fact && <FactCard key={fact.id} fact={fact} onClose={onClose} />}
      {(shown.kind === 'passage' || shown.kind === 'message') && (
        <QuotedCard key={buttonId} quoted={shown} button={button} onClose={onClose} />
      )}
      {shown.kind === 'unused' && <UnusedList unused={shown.unused} onClose={onClose} />}
      {shown.kind === 'learned' && (
        <LearnedList
          facts={knowledge?.learnedFrom(shown.questionId) ?? []}
          withdrawn={knowledge?.withdrawnBy(shown.questionId) ?? []}
        />
      )}
    </AnchoredPopover>
  );
}
