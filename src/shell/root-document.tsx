import { HeadContent, Scripts, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LazyToasterHost } from './lazy-toaster-host.tsx';
import { ThemeColor } from './theme-color.tsx';

/** The page around every page, on the server and in the browser. */
export function RootDocument({ children }: { children: ReactNode }) {
  const theme = useRouteContext({ from: '__root__', select: (context) => context.theme });
  return (
    // The theme may change in the browser after the server has written it.
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeColor theme={theme} />
        <HeadContent />
      </head>
      <body>
        {children}
        <LazyToasterHost />
        <Scripts />
      </body>
    </html>
  );
}
