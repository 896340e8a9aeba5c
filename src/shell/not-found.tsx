import { Link } from '@tanstack/react-router';
import { NOT_FOUND_TEXTS } from '#contract/texts.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Main } from '#src/ui/main.tsx';

export function NotFound() {
  return (
    <Main className="message-page">
      <div className="empty">
        <AssistantAvatar id="research_assistant" size={80} />
        <p className="display num">{NOT_FOUND_TEXTS.code}</p>
        <h1 className="h4">{NOT_FOUND_TEXTS.title}</h1>
        <Link className="link" to="/">
          Return to Home
        </Link>
      </div>
    </Main>
  );
}
