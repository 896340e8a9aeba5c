import { useNavigate } from '@tanstack/react-router';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Automation, AutomationsOverview } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { errorCode, errorText, toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';

/** What an owner can do with an automation in the list. */
export function useAutomationActions({ id, name }: Pick<Automation, 'id' | 'name'>) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { openUpgrade } = useAccess();
  const { overview } = utils.powerUps.automations;
  const refresh = () => void utils.powerUps.automations.invalidate();
  const change = (changed: (list: AutomationsOverview) => AutomationsOverview) =>
    overview.setData(undefined, (list) => list && changed(list));

  const switching = trpc.powerUps.automations.setOn.useMutation({
    // The switch moves right away; what the server says takes its place.
    onMutate: async ({ isOn }) => {
      await overview.cancel();
      change((list) => ({
        ...list,
        automations: list.automations.map((one) => (one.id === id ? { ...one, isOn, pauseReason: null } : one)),
      }));
    },
    onError: (error) => {
      const code = errorCode(error);
      if (code === 'USAGE_LIMIT') openUpgrade('usage_limit', { kind: 'automations', detail: errorText(error) });
      else if (code === 'AUTOMATION_NOT_READY')
        toast.error({
          title: `${name} isn’t ready`,
          text: errorText(error),
          action: { label: 'Open it', onClick: () => void navigate(automationLinks.edit(id)) },
        });
      else toastError(error);
    },
    onSettled: () => {
      refresh();
      void utils.usage.invalidate();
    },
  });
  const restoring = trpc.powerUps.automations.restore.useMutation({ onError: toastError, onSettled: refresh });
  const removing = trpc.powerUps.automations.remove.useMutation({
    onError: toastError,
    onSettled: refresh,
    onSuccess: () => {
      change((list) => ({ ...list, automations: list.automations.filter((one) => one.id !== id) }));
      toast.success({
        title: 'Automation deleted',
        text: name,
        action: { label: 'Undo', onClick: () => restoring.mutate({ automationId: id }) },
        lifeMs: UNDO_MS,
      });
    },
  });
  const duplicating = trpc.powerUps.automations.duplicate.useMutation({
    onError: toastError,
    onSettled: refresh,
    onSuccess: (copy) => {
      toast.success({ title: 'Automation copied', text: 'The copy is paused until you turn it on.' });
      void navigate(automationLinks.edit(copy.id));
    },
  });
  return {
    isSwitching: switching.isPending,
    setOn: (isOn: boolean) => switching.mutate({ automationId: id, isOn }),
    duplicate: () => duplicating.mutate({ id: randomId(), automationId: id }),
    remove: () => removing.mutate({ automationId: id }),
  };
}
