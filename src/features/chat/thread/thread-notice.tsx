import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { TRY_AGAIN } from '#contract/texts.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';

export function ThreadLoading() {
  return (
    <p className="notice muted" role="status">
      {CHAT_TEXTS.loading}
    </p>
  );
}

type Props = { error: unknown; onRetry: () => void; onNew: () => void };

/** The messages failed to load: the conversation is gone, or a retry may help. */
export function ThreadError({ error, onRetry, onNew }: Props) {
  const isGone = errorCode(error) === 'NOT_FOUND';
  return (
    <div className="empty start" role="alert">
      <p className="muted">{errorText(error)}</p>
      <Button variant="secondary" onClick={isGone ? onNew : onRetry}>
        {isGone ? 'New conversation' : TRY_AGAIN}
      </Button>
    </div>
  );
}
