import { useNavigate } from '@tanstack/react-router';
import { AUTOMATION_TEXTS } from '#contract/automations/automation-texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';

/** Creates an automation, empty or from a template, and opens it in the editor. It is off until its owner turns it on. */
export function useCreate() {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { mutate, isPending, variables } = trpc.powerUps.automations.create.useMutation({
    onSuccess: ({ id }, { templateId }) => {
      toast.success(templateId === undefined ? AUTOMATION_TEXTS.created : AUTOMATION_TEXTS.templateUsed);
      void utils.powerUps.automations.overview.invalidate();
      void navigate(automationLinks.edit(id));
    },
    onError: toastError,
  });
  return {
    isCreating: isPending,
    /** The template that is being used. */
    creatingFrom: isPending ? variables.templateId : undefined,
    create: (templateId?: string) => mutate({ id: randomId(), templateId }),
  };
}
