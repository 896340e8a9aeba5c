import { trpc } from '#src/api/trpc.ts';
import { useNavigate } from '@tanstack/react-router';
import { quotedName } from '#contract/quoted-name.ts';
import type { AutomationPage } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { useAutomationActions } from '../list/use-automation-actions.ts';

/** What can be done with what was rehearsed: have it take the place of what runs, or turn it on; null if it runs already. */
export function useChanges({ automation, problems }: Pick<AutomationPage, 'automation' | 'problems'>) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { isSwitching, setOn } = useAutomationActions(automation);
  const publishing = trpc.powerUps.automations.publish.useMutation({
    onError: toastError,
    onSuccess: () =>
      toast.success({
        title: 'Your changes are in use',
        text: `${quotedName(automation.name)} runs with them from now on.`,
      }),
    onSettled: () => void utils.powerUps.automations.invalidate(),
  });
  if (problems.length > 0)
    return { label: 'Finish the steps', isBusy: false, act: () => void navigate(automationLinks.edit(automation.id)) };
  if (!automation.isOn) return { label: 'Turn it on', isBusy: isSwitching, act: () => setOn(true) };
  if (!automation.hasChanges) return null;
  return {
    label: 'Use these changes',
    isBusy: publishing.isPending,
    act: () => publishing.mutate({ automationId: automation.id }),
  };
}
