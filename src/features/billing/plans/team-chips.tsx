import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';

type TeamChipsProps = { title: string; ids: readonly AssistantId[]; locked?: boolean };

/** Some teammates, by face and name, under a heading that says what happens to them. */
export function TeamChips({ title, ids, locked }: TeamChipsProps) {
  if (ids.length === 0) return null;
  return (
    <div className="billing-team">
      <h3 className="strong">{title}</h3>
      <ul className="chips">
        {ids.map((id) => (
          <li key={id} className="chip">
            <AssistantAvatar id={id} size={28} locked={locked} />
            <span translate="no">{assistantById(id).name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
