import { PAGE_COLOR } from '#contract/site/icons.ts';
import type { Theme } from '#src/lib/theme.ts';

/** Gives the browser's own bars the color of the page. */
export function ThemeColor({ theme }: { theme: Theme | undefined }) {
  if (theme) return <meta name="theme-color" content={PAGE_COLOR[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAGE_COLOR.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAGE_COLOR.dark} />
    </>
  );
}
