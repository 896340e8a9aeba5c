import { useRouter } from '@tanstack/react-router';
import { useContext } from 'react';
import { PageHydrationContext } from '#src/hydration/page-hydration.ts';

/**
 * Inlines `src/hydration/hydration-loader.ts` into the page. The server writes it; in the browser, where it has run, the element
 * is left alone.
 */
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
