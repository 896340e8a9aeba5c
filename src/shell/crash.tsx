import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { CRASH_TEXTS, PRODUCT_NAME } from '#contract/texts.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Main } from '#src/ui/main.tsx';

/** What a person sees where a page broke. The error itself goes to the console and is never shown. */
export function Crash({ reset }: ErrorComponentProps) {
  const router = useRouter();
  // It may have broken on the server.
  const deferred = useDeferredHydration();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Main className="message-page">
      <title>{`${CRASH_TEXTS.title} · ${PRODUCT_NAME}`}</title>
      <div className="empty">
        <AssistantAvatar id="opsie" size={72} />
        <h1 className="h3">{CRASH_TEXTS.title}</h1>
        <p className="muted">{CRASH_TEXTS.text}</p>
        <div className="row">
          <Button {...deferred} onClick={() => window.location.reload()}>
            {CRASH_TEXTS.refresh}
          </Button>
          <Button variant="secondary" {...deferred} onClick={retry}>
            {CRASH_TEXTS.retry}
          </Button>
        </div>
      </div>
    </Main>
  );
}
