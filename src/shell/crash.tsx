import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { assistantById } from '#contract/chat/assistants.ts';
import { CRASH_TEXTS, PRODUCT_NAME } from '#contract/texts.ts';
import { useSite } from '#src/domain/site/site.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Main } from '#src/ui/main.tsx';
import { isLoadFailure, NotLoaded } from './not-loaded.tsx';

const CODE_HELPER = assistantById('code_helper');

/** Shown only after the server has the crash report, so its code loads only after a crash. */
const LazyCrashReference = lazyPart(async () => (await import('./crash-reference.tsx')).CrashReference);

/** The signed-in area has loaded it already; other pages don't need it. */
const loadReadAgain = async () => (await import('#src/domain/session/read-again.ts')).readAgain;

/** What people see in place of a page that failed. */
export function Crash(props: ErrorComponentProps) {
  return isLoadFailure(props.error) ? <NotLoaded {...props} /> : <Crashed {...props} />;
}

/** The page crashed. The error itself goes to the console and is never shown. */
function Crashed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  // The page may have crashed on the server. Without scripts, a link to this address is the only way onward.
  const isHydrated = useHydrated();
  const { supportEmail } = useSite();
  const isInApp = router.state.location.pathname.startsWith('/dashboard');
  const retry = async () => {
    // Public pages get their data from loaders. Inside the app, a part would crash again with the same data.
    if (isInApp || router.state.location.pathname === '/onboarding')
      await loadReadAgain().then((readAgain) => readAgain(), reportError);
    reset();
    void router.invalidate();
  };
  return (
    <Main className="message-page crash">
      <title>{`${CRASH_TEXTS.title} · ${PRODUCT_NAME}`}</title>
      <div className="box" role="alert">
        <AssistantAvatar id={CODE_HELPER.id} size={160} />
        <div className="copy">
          <h1 className="h1">{CRASH_TEXTS.title}</h1>
          <p className="lede">{CRASH_TEXTS.text}</p>
          {isHydrated ? (
            <p className="btns">
              <Button size="lg" onClick={() => window.location.reload()}>
                {CRASH_TEXTS.refresh}
              </Button>
              <Button size="lg" variant="ghost" onClick={() => void retry()}>
                {CRASH_TEXTS.retry}
              </Button>
            </p>
          ) : (
            <p className="btns">
              {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- reason: an empty href reloads this page, and a button would need the app */}
              <a className={buttonClass({ size: 'lg' })} href="">
                {CRASH_TEXTS.refresh}
              </a>
            </p>
          )}
        </div>
      </div>
      <div className="ref small muted">
        <p>
          <span>{`${isInApp ? 'Your conversations are saved. ' : ''}Still stuck? Write to`}</span>{' '}
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          .
        </p>
        <LazyCrashReference error={error} />
      </div>
    </Main>
  );
}
