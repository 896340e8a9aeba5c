import { HeadContent, Scripts, useRouteContext } from '@tanstack/react-router';
import { useContext, type ReactNode } from 'react';
import { PageHydrationContext } from '#src/hydration/page-hydration.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { AppMissing } from './app-missing.tsx';
import { LazyToasterHost } from './lazy-toaster-host.tsx';
import { ThemeColor } from './theme-color.tsx';
import { HydrationScript } from './hydration-script.tsx';

/** The document around every page, on the server and in the browser. */
export function RootDocument({ children }: { children: ReactNode }) {
  const theme = useRouteContext({ from: '__root__', select: (context) => context.theme });
  const deferred = useDeferredHydration();
  const isMostlyRead = useContext(PageHydrationContext)?.when === 'wanted';
  return (
    // The browser may change the theme after the server has rendered it.
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeColor theme={theme} />
        <HeadContent />
      </head>
      {/* On a read-mostly page, each element that needs the app is marked itself. */}
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
