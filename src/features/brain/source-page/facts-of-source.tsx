import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { SOURCE_NAME_ID } from '../anchors.ts';
import { FactTable } from './fact-table.tsx';
import { allFacts, countedFacts, FACT_GROUPS, sureFacts, type FactGroup, type OpenFacts } from './open-facts.ts';

type FactsOfSourceProps = { sourceId: string; open: OpenFacts };

/** Confirms and forgets facts of a source, many at once. `onDone` gets how many are about to leave the list. */
function useFactsOfSource(sourceId: string, onDone: (count: number) => void) {
  const utils = trpc.useUtils();
  const saves = { onSettled: () => utils.brain.invalidate(), onError: toastError };
  const restore = trpc.brain.bringBackFacts.useMutation(saves);
  const unconfirm = trpc.brain.sources.unconfirmFacts.useMutation(saves);
  const confirm = trpc.brain.sources.confirmFacts.useMutation({
    ...saves,
    onSuccess: ({ confirmed, replaced }, { factIds }) => {
      onDone(confirmed.length);
      const isRest = confirmed.length < factIds.length;
      toast.success({
        title: `Confirmed ${countedFacts(confirmed.length)}`,
        ...(confirmed.length > 0 && {
          action: {
            label: 'Undo',
            onClick: () => unconfirm.mutate({ sourceId, factIds: confirmed, replacedIds: replaced }),
          },
          lifeMs: UNDO_MS,
        }),
        ...(isRest ? { text: 'Facts that contradict each other are still open. Please pick one of them.' } : {}),
      });
    },
  });
  const forget = trpc.brain.forgetFacts.useMutation({
    ...saves,
    onSuccess: (_, { factIds }) => {
      onDone(factIds.length);
      toast.success({
        title: `Forgot ${countedFacts(factIds.length)}`,
        text: 'Your team won’t use them, starting with your next message.',
        action: { label: 'Undo', onClick: () => restore.mutate({ factIds }) },
        lifeMs: UNDO_MS,
      });
    },
  });
  return {
    isConfirming: confirm.isPending,
    isForgetting: forget.isPending,
    confirm: (factIds: string[]) => confirm.mutate({ sourceId, factIds }),
    forget: (factIds: string[]) => forget.mutate({ factIds }),
  };
}

/** The facts from a document or page that await confirmation, grouped by what confirming them would change. */
export function FactsOfSource({ sourceId, open }: FactsOfSourceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [only, setOnly] = useState<FactGroup | null>(null);
  /** The facts whose selection was changed from the default. */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const all = allFacts(open);
  const actions = useFactsOfSource(sourceId, (count) => {
    setChanged(new Map());
    (count < all.length ? heading.current : document.getElementById(SOURCE_NAME_ID))?.focus();
  });
  // The group may have become empty.
  const shownGroup = only !== null && open[only].length > 0 ? only : null;
  const shown = shownGroup === null ? all : open[shownGroup].map(({ fact }) => fact.id);
  const sure = new Set(sureFacts(open));
  const selected = new Set(shown.filter((id) => changed.get(id) ?? sure.has(id)));
  /** The facts that "select all" affects. Facts that need an answer are picked one by one. */
  const together = shown.filter((id) => sure.has(id));
  const select = (ids: readonly string[], isSelected: boolean) =>
    setChanged(new Map([...changed, ...ids.map((id) => [id, isSelected] as const)])); // reason: a pair, not a list
  const groups = FACT_GROUPS.filter(({ id }) => open[id].length > 0);
  const isAll = together.length > 0 && together.every((id) => selected.has(id));
  const isBusy = actions.isConfirming || actions.isForgetting;
  const chosen = [...selected];
  return (
    <section className="stack open-facts" aria-labelledby="open-facts">
      <div>
        <h2 className="h3" id="open-facts" tabIndex={-1} ref={heading}>
          {all.length === 1 ? '1 fact to confirm' : `${formatNumber(all.length)} facts to confirm`}
        </h2>
        <p className="muted small">Your team can already use these, marked Suggested.</p>
      </div>
      {groups.length > 1 && (
        <div className="chips scroll" role="group" aria-label="Facts">
          <button type="button" className="chip" aria-pressed={shownGroup === null} onClick={() => setOnly(null)}>
            <span>All</span>
            <span className="count">{formatNumber(all.length)}</span>
          </button>
          {groups.map(({ id, name }) => (
            <button
              type="button"
              className="chip"
              key={id}
              aria-pressed={shownGroup === id}
              onClick={() => setOnly(id)}
            >
              <span>{name}</span>
              <span className="count">{formatNumber(open[id].length)}</span>
            </button>
          ))}
        </div>
      )}
      <div className="fact-actions">
        <label className="small">
          <input
            type="checkbox"
            aria-label="Select all"
            checked={isAll}
            disabled={together.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = !isAll && selected.size > 0;
            }}
            onChange={() => select(together, !isAll)}
          />
          <span role="status">{`${formatNumber(selected.size)} of ${formatNumber(shown.length)} selected`}</span>
        </label>
        <div className="fact-buttons">
          <Button
            disabled={selected.size === 0 || isBusy}
            busy={actions.isConfirming}
            busyText="Confirming..."
            onClick={() => actions.confirm(chosen)}
          >
            <Check className="icon sm" aria-hidden="true" />
            <span>{`Confirm ${countedFacts(selected.size)}`}</span>
          </Button>
          <Button
            variant="secondary"
            disabled={selected.size === 0 || isBusy}
            busy={actions.isForgetting}
            busyText="Forgetting..."
            onClick={() => actions.forget(chosen)}
          >
            {selected.size === 1 ? 'Forget this one' : `Forget these ${formatNumber(selected.size)}`}
          </Button>
        </div>
        <p className="muted xs">Clicked by mistake? Undo is there for six seconds.</p>
      </div>
      <div className="card fact-groups">
        {groups
          .filter(({ id }) => shownGroup === null || shownGroup === id)
          .map((group) => (
            <FactTable
              key={group.id}
              group={group}
              facts={open[group.id]}
              selected={selected}
              onSelect={(id, isSelected) => select([id], isSelected)}
            />
          ))}
      </div>
    </section>
  );
}
