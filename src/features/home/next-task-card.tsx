import { Link } from '@tanstack/react-router';
import { assistantById } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import type { NextTask } from './home-state.ts';
import { useRemove } from './use-remove.ts';

/** The one thing to do next: the page's only primary button and its only folded corner. */
export function NextTaskCard({ task, onLater }: { task: NextTask; onLater: () => void }) {
  const putOff = useRemove(onLater);
  const { assistantId, title, text, action, opens } = task;
  const className = buttonClass({ size: 'lg' });
  return (
    <Card as="section" dogEar className="next" data-assistant={assistantId} aria-labelledby="next">
      <AssistantAvatar id={assistantId} size={112} />
      <div className="stack next-words">
        <p className="small muted">Do this next</p>
        <h2 className="h2" id="next">
          {title}
        </h2>
        <p className="muted">{text}</p>
      </div>
      <div className="next-acts">
        {'page' in opens ? (
          <Link className={className} {...opens.page}>
            {action}
          </Link>
        ) : (
          <Link
            className={className}
            to="/dashboard/$slug"
            params={{ slug: assistantById(assistantId).slug }}
            search={opens}
          >
            {action}
          </Link>
        )}
        <Button variant="ghost" size="sm" onClick={putOff}>
          Remind me tomorrow
        </Button>
      </div>
    </Card>
  );
}
