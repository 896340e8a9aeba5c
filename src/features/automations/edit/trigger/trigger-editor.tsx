import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { TRIGGER_KINDS, type Trigger, type TriggerKind } from '#contract/automations/triggers.ts';
import { trpc } from '#src/api/trpc.ts';
import { browserTimeZone } from '#src/domain/profile/time-zones.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { useEditorContext } from '../editor-context.ts';
import { PartsEditor } from '../steps/parts-editor.tsx';
import { HookEditor } from './hook-editor.tsx';
import { newTrigger } from './new-trigger.ts';
import { RunNow } from './run-now.tsx';
import { ScheduleEditor } from './schedule-editor.tsx';

const KIND_NAMES: Record<TriggerKind, string> = {
  schedule: 'A schedule',
  webhook: 'A call from another program',
  chat: 'A chat with a teammate',
  brain: 'Something new in the Brain',
  manual: 'Me, by hand',
};
const ANYONE = 'anyone';

/** What starts it. */
export function TriggerEditor({ trigger }: { trigger: Trigger }) {
  const { changeDefinition } = useEditorContext();
  const timeZone = trpc.profile.get.useQuery().data?.timeZone ?? browserTimeZone();
  const change = (changed: Trigger, about?: string) =>
    changeDefinition((definition) => ({ ...definition, trigger: changed }), about && `trigger ${about}`);
  return (
    <>
      <SelectField
        label="What starts it"
        options={TRIGGER_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }))}
        value={trigger.kind}
        onChange={({ target }) => {
          const kind = TRIGGER_KINDS.find((one) => one === target.value);
          if (kind) change(newTrigger(kind, timeZone));
        }}
      />
      {trigger.kind === 'schedule' && <ScheduleEditor trigger={trigger} onChange={change} />}
      {trigger.kind === 'webhook' && <HookEditor trigger={trigger} onChange={change} />}
      {trigger.kind === 'chat' && (
        <div className="two">
          <SelectField
            label="What happens"
            options={[
              { value: 'conversation', label: 'A conversation begins' },
              { value: 'answer', label: 'An answer is complete' },
            ]}
            value={trigger.on}
            onChange={({ target }) => change({ ...trigger, on: target.value === 'answer' ? 'answer' : 'conversation' })}
          />
          <SelectField
            label="With whom"
            options={[
              { value: ANYONE, label: 'Any teammate' },
              ...ASSISTANTS.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={trigger.assistantId ?? ANYONE}
            onChange={({ target }) =>
              change({ ...trigger, assistantId: ASSISTANTS.find(({ id }) => id === target.value)?.id ?? null })
            }
          />
        </div>
      )}
      {trigger.kind === 'brain' && (
        <SelectField
          label="What’s added"
          options={[
            { value: 'fact', label: 'A fact' },
            { value: 'source', label: 'A document or page' },
          ]}
          value={trigger.on}
          onChange={({ target }) => change({ ...trigger, on: target.value === 'source' ? 'source' : 'fact' })}
        />
      )}
      {trigger.kind === 'manual' && (
        <>
          <PartsEditor
            label="What it asks for first"
            noun="field"
            fields={trigger.form}
            onChange={(form) => change({ ...trigger, form })}
          />
          <RunNow />
        </>
      )}
    </>
  );
}
