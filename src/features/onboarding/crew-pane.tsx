import { assistantById } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { TeamPleats } from '#src/ui/brand/team-pleats.tsx';
import type { Crew } from './crew.ts';

/** The team beside the form. The lit faces respond to what was chosen. */
export function CrewPane({ crew: { title, text, lines, lit } }: { crew: Crew }) {
  return (
    <aside className="crew" aria-label="Your team">
      <div className="crew-says" aria-live="polite">
        <h2 className="h2">{title}</h2>
        {text !== '' && <p className="crew-sub">{text}</p>}
        <ul>
          {lines.map((line) => (
            <li key={line.assistantId} className="crew-line">
              <AssistantAvatar id={line.assistantId} size={48} />
              <span>
                <b translate="no">{assistantById(line.assistantId).name}</b>
                <span>{line.text}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <TeamPleats lit={lit} />
    </aside>
  );
}
