import type { Theme } from '#src/lib/theme.ts';

/** `--surface-page` of tokens.css: browsers read this before any style. */
const PAGE_COLOR: Record<Theme, string> = { light: '#F6F2E9', dark: '#121613' };

/** Colours the browser's own bars like the page. */
export function ThemeColor({ theme }: { theme: Theme | undefined }) {
  if (theme) return <meta name="theme-color" content={PAGE_COLOR[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAGE_COLOR.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAGE_COLOR.dark} />
    </>
  );
}
