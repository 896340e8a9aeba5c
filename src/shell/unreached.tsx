import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { useIsOnline } from '#src/api/use-is-online.ts';
import { errorCode } from '#src/lib/app-error.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Main } from '#src/ui/main.tsx';
import { Crash } from './crash.tsx';
import { Loading } from './loading.tsx';

/** How long to wait before a page is loaded again, in milliseconds. */
const RETRY_AFTER_MS = 3_000;

/** Waits for a guard, and says so while the server or its data can't be reached. */
export function AppWaiting() {
  return useIsOnline() ? <Loading /> : <Unreached />;
}

/** A page of the signed-in area that failed. If the server or its data couldn't be reached, it reloads automatically. */
export function AppError(props: ErrorComponentProps) {
  const { error, reset } = props;
  const router = useRouter();
  const isOnline = useIsOnline();
  const code = errorCode(error);
  const comesBack = code === 'DATABASE_UNAVAILABLE' || code === 'SERVER_BUSY';
  useEffect(() => {
    if (!comesBack || !isOnline) return undefined;
    const timer = setTimeout(() => {
      reset();
      void router.invalidate();
    }, RETRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [comesBack, isOnline, reset, router]);
  return comesBack ? <Unreached /> : <Crash {...props} />;
}

function Unreached() {
  return (
    <Main className="message-page">
      <title>{`One moment · ${PRODUCT_NAME}`}</title>
      <div className="empty" role="status">
        <AssistantAvatar id="opsie" size={72} />
        <h1 className="h3">We can’t reach {PRODUCT_NAME} right now</h1>
        <p className="muted">Everything you saved is safe. We keep trying, and this page opens as soon as we can.</p>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Try again now
        </Button>
      </div>
    </Main>
  );
}
