import { Link } from '@tanstack/react-router';
import { GENERAL_ASSISTANTS } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Card } from '#src/ui/card.tsx';

/** The general assistants, which every plan opens. */
export function AlsoOnHand() {
  return (
    <Card as="section" flat className="stack home-hand" aria-labelledby="on-hand">
      <h2 className="h4" id="on-hand">
        Also on hand
      </h2>
      <p className="muted small">General assistants, open on every plan.</p>
      <ul className="chips">
        {GENERAL_ASSISTANTS.map((assistant) => (
          <li key={assistant.id}>
            <Link className="chip" to="/dashboard/$slug" params={{ slug: assistant.slug }}>
              <AssistantAvatar id={assistant.id} size={32} />
              {assistant.name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
