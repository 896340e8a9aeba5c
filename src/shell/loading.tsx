import { LOADING } from '#contract/texts.ts';
import { Main } from '#src/ui/main.tsx';

/** Shown while the signed-in area checks who is there. */
export function Loading() {
  return (
    <Main className="message-page">
      <p className="muted" role="status">
        {LOADING}
      </p>
    </Main>
  );
}
