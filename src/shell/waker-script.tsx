import { useRouter } from '@tanstack/react-router';
import { useContext } from 'react';
import { PageWakerContext } from '#src/hydration/page-hydration.ts';

/** `src/hydration/hydration-loader.ts` in the page. The server writes it; the browser, where it has run, leaves it as it is. */
export function WakerScript() {
  const waker = useContext(PageWakerContext);
  const { ssr } = useRouter().options;
  if (!waker) return null;
  return (
    <script
      type="module"
      async
      nonce={ssr?.nonce}
      data-app={waker.app}
      data-when={waker.when}
      dangerouslySetInnerHTML={{ __html: waker.text }}
      suppressHydrationWarning
    />
  );
}
