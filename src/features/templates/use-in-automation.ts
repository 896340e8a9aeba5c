import { useNavigate } from '@tanstack/react-router';
import { AUTOMATION_TEXTS } from '#contract/automations/automation-texts.ts';
import type { Blank, BlankValue } from '#contract/templates/blanks.ts';
import { trpc } from '#src/api/trpc.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import type { FullTemplate } from '#src/domain/templates/template.ts';
import { toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';

/** A value as the step of an automation has it: a list in lines, a choice by its label. */
function stepText(blank: Blank, value: BlankValue): string {
  if (Array.isArray(value)) return value.join('\n');
  if (blank.kind === 'choice') return blank.choices.find(({ id }) => id === value)?.label ?? '';
  return String(value);
}

/** What was typed, by the names of the blanks. All else is filled in by each run, from what the team knows by then. */
export const stepValues = (
  blanks: readonly Blank[],
  values: Readonly<Record<string, BlankValue>>,
  isTyped: (name: string) => boolean,
): Record<string, string> =>
  Object.fromEntries(
    blanks.flatMap((blank) => {
      const value = values[blank.name];
      return value === undefined || !isTyped(blank.name) ? [] : [[blank.name, stepText(blank, value)] as const]; // reason: a pair
    }),
  );

/** Opens a template in a new automation, with what was typed. It is off until its owner turns it on. */
export function useInAutomation({ id, title }: FullTemplate) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { mutate, isPending } = trpc.powerUps.automations.create.useMutation({
    onSuccess: (created) => {
      toast.success(AUTOMATION_TEXTS.created);
      void utils.powerUps.automations.overview.invalidate();
      void navigate(automationLinks.edit(created.id));
    },
    onError: toastError,
  });
  return {
    isOpening: isPending,
    openInAutomation: (values: Record<string, string>) =>
      mutate({
        id: randomId(),
        name: title,
        definition: {
          trigger: { kind: 'manual', form: [] },
          steps: [{ kind: 'template', id: 's1', templateId: id, values }],
        },
      }),
  };
}
