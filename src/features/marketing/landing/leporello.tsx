import { TEAM } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';

/** The ten folded panels. Each links to its teammate further down. */
export function Leporello() {
  return (
    <nav className="wrap leporello" aria-label="Meet the team">
      {TEAM.map((teammate) => (
        <a key={teammate.id} className="panel" data-assistant={teammate.id} href={`#${teammate.slug}`}>
          <p className="who">
            <b>{teammate.name}</b>
            <span>{teammate.shortRole}</span>
          </p>
          <AssistantAvatar id={teammate.id} size={160} />
        </a>
      ))}
    </nav>
  );
}
