import { ASSISTANTS, assistantById, canUseAssistant, type AssistantId } from '#contract/chat/assistants.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { useEditorContext } from '../editor-context.ts';

type AssistantFieldProps = { label: string; value: AssistantId; onChange: (id: AssistantId) => void };

/** A teammate, those outside the plan last. */
export function AssistantField({ label, value, onChange }: AssistantFieldProps) {
  const { owner } = useEditorContext();
  const isOpen = (id: AssistantId) => canUseAssistant(owner.tier, id);
  const options = [...ASSISTANTS.filter(({ id }) => isOpen(id)), ...ASSISTANTS.filter(({ id }) => !isOpen(id))];
  return (
    <SelectField
      label={label}
      options={options.map(({ id, name, role }) => ({
        value: id,
        label: `${name}, ${role}${isOpen(id) ? '' : ' (not in your plan)'}`,
      }))}
      value={value}
      onChange={({ target }) => onChange(options.find(({ id }) => id === target.value)?.id ?? assistantById(value).id)}
    />
  );
}
