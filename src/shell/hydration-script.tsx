import { useRouter } from '@tanstack/react-router';
import { useContext } from 'react';
import { PageHydrationContext } from '#src/hydration/page-hydration.ts';

/** `src/hydration/hydration-loader.ts` in the page. The server writes it; the browser, where it has run, leaves it as it is. */
export function HydrationScript() {
  const hydration = useContext(PageHydrationContext);
  const { ssr } = useRouter().options;
  if (!hydration) return null;
  return (
    <script
      type="module"
      async
      nonce={ssr?.nonce}
      data-app={hydration.app}
      data-when={hydration.when}
      dangerouslySetInnerHTML={{ __html: hydration.text }}
      suppressHydrationWarning
    />
  );
}
