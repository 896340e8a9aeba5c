import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '#src/ui/button.tsx';
import { Main } from '#src/ui/main.tsx';

/** How Chromium, Firefox, Safari and Vite's loader of styles say that a file of the app didn't load. */
const LOAD_FAILURE = /dynamically imported module|module script|preload css/i;

export const isLoadFailure = (error: unknown) => error instanceof Error && LOAD_FAILURE.test(error.message);

/** In place of a page whose code didn't load, inside the frame that did. */
export function NotLoaded({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // Some browsers remember until a reload that a script failed, and after an update it has another name.
    if (navigator.onLine) window.location.reload();
    // Offline, a reload would leave nothing of the app.
    else {
      reset();
      void router.invalidate();
    }
  };
  return (
    <Main className="message-page">
      <div className="empty" role="alert">
        <h1 className="h3">This page didn’t load</h1>
        <p className="muted">Please check your connection.</p>
        <Button onClick={retry}>Reload the page</Button>
      </div>
    </Main>
  );
}
