import { LOADING } from '#contract/texts.ts';

/** Shown while the signed-in area finds out who is there. */
export function Loading() {
  return (
    <main className="message-page" id="main">
      <p className="muted" role="status">
        {LOADING}
      </p>
    </main>
  );
}
