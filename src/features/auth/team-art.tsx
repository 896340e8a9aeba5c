import { TEAM } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';

/** The ten folded panels beside the sign-in form. */
export function TeamArt() {
  return (
    <aside className="auth-art" aria-label="Your team">
      <p className="h2">Nine specialists and one good memory, at their desks when you arrive.</p>
      <div className="pleats" aria-hidden="true">
        {TEAM.map((teammate) => (
          <span key={teammate.id} className="pleat" data-assistant={teammate.id}>
            <AssistantAvatar id={teammate.id} size={160} />
          </span>
        ))}
      </div>
    </aside>
  );
}
