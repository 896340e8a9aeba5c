import { useState } from 'react';
import { triggerTitle } from '#contract/automations/sentences.ts';
import { trpc } from '#src/api/trpc.ts';
import type { AutomationsOverview } from '#src/domain/automations/automation.ts';
import { toastError } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { ChoiceCard } from '#src/ui/forms/choice-card.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';

type ChooseDialogProps = { isOpen: boolean; onClose: () => void; overview: AutomationsOverview };

/** After a downgrade: which automations stay on. */
export function ChooseDialog({ isOpen, onClose, overview }: ChooseDialogProps) {
  const utils = trpc.useUtils();
  const { limit } = overview.usage;
  const choices = overview.automations.filter(({ isOn, pauseReason }) => isOn || pauseReason === 'plan');
  const [chosen, setChosen] = useState<readonly string[]>(() => choices.filter(({ isOn }) => isOn).map(({ id }) => id));
  const { mutate, isPending } = trpc.powerUps.automations.chooseActive.useMutation({
    onSuccess: onClose,
    onError: toastError,
    onSettled: () => utils.powerUps.automations.overview.invalidate(),
  });
  const isFull = limit !== 'unlimited' && chosen.length >= limit;
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      closable={!isPending}
      width="middle"
      title="Which ones stay on?"
      lead={
        limit === 'unlimited'
          ? undefined
          : `Your plan has room for ${formatNumber(limit)}. The others are kept, and stay off.`
      }
    >
      <div className="stack">
        <div className="stack" role="group" aria-label="Automations">
          {choices.map(({ id, name, trigger, assistantId }) => (
            <ChoiceCard
              key={id}
              type="checkbox"
              label={name}
              hint={triggerTitle(trigger)}
              lead={<AssistantAvatar id={assistantId} size={36} />}
              checked={chosen.includes(id)}
              disabled={isFull && !chosen.includes(id)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
        </div>
        <p className="small muted" role="status">
          {limit === 'unlimited' ? '' : `${formatNumber(chosen.length)} of ${formatNumber(limit)} chosen`}
        </p>
        <div className="row dialog-actions">
          <Button variant="secondary" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            busy={isPending}
            busyText="Saving..."
            disabled={chosen.length === 0}
            onClick={() => mutate({ automationIds: [...chosen] })}
          >
            Keep these on
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
