import { HeadContent, Scripts, useRouteContext } from '@tanstack/react-router';
import { useContext, type ReactNode } from 'react';
import { PageHydrationContext } from '#src/hydration/page-hydration.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { AppMissing } from './app-missing.tsx';
import { LazyToasterHost } from './lazy-toaster-host.tsx';
import { ThemeColor } from './theme-color.tsx';
import { HydrationScript } from './hydration-script.tsx';

/** The page around every page, on the server and in the browser. */
export function RootDocument({ children }: { children: ReactNode }) {
  const theme = useRouteContext({ from: '__root__', select: (context) => context.theme });
  const deferred = useDeferredHydration();
  const isMostlyRead = useContext(PageHydrationContext)?.when === 'wanted';
  return (
    // The theme may change in the browser after the server has written it.
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeColor theme={theme} />
        <HeadContent />
      </head>
      {/* On a page that is mostly read, what needs the app says so itself. */}
      <body {...(isMostlyRead ? {} : deferred)}>
        {children}
        <AppMissing />
        <LazyToasterHost />
        <Scripts />
        <HydrationScript />
      </body>
    </html>
  );
}
