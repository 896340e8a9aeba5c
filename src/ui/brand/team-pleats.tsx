import { TEAM, type AssistantId } from '#contract/chat/assistants.ts';
import { classNames } from '../class-names.ts';
import { AssistantAvatar } from './assistant-avatar.tsx';

/** The ten folded panels in two rows (pleats.css). With `lit`, the others are dimmed. */
export function TeamPleats({ lit }: { lit?: readonly AssistantId[] }) {
  return (
    <div className="pleats" aria-hidden="true">
      {TEAM.map(({ id }) => (
        <span key={id} className={classNames('pleat', lit?.includes(id) === false && 'dim')} data-assistant={id}>
          <AssistantAvatar id={id} size={160} />
        </span>
      ))}
    </div>
  );
}
