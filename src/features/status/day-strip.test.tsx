import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { STATUS_DAYS } from '#contract/site/status.ts';
import { DayStrip } from './day-strip.tsx';

const strip = (...last: (number | null)[]) =>
  renderToStaticMarkup(
    <DayStrip
      firstDay="2026-08-25"
      days={[...Array.from({ length: STATUS_DAYS - last.length }, () => null), ...last]}
    />,
  );
const barsIn = (html: string, path: RegExp) => (path.exec(html)?.[1] ?? '').split('M').length - 1;
const CHECKED = /<path d="([^"]*)"/;
const FAILED = /class="failed" d="([^"]*)"/;
const UNSEEN = /class="unseen" d="([^"]*)"/;

test('a day without a check is drawn as no data, never as a good day', () => {
  const html = strip(1);
  expect([barsIn(html, UNSEEN), barsIn(html, CHECKED), barsIn(html, FAILED)]).toEqual([STATUS_DAYS - 1, 1, 0]);
  expect(html).toContain('No data before November 22');
});

test('a failed share is drawn to scale, but one failed check still shows', () => {
  const html = strip(0.999, 0.5, 0);
  expect(barsIn(html, FAILED)).toBe(3);
  // Heights of 40: at least 15%, then half, then all of it; the corners take 2 of each.
  expect(FAILED.exec(html)?.[1]).toMatch(/v4h-8.*v18h-8.*v36a/);
});

test('the label is left out where the days without data are too few for it', () => {
  const [wide, narrow] = ['class="wide"', 'class="narrow"'];
  const shown = (count: number) => {
    const html = strip(...Array.from({ length: count }, () => 1));
    return [html.includes(wide), html.includes(narrow)];
  };
  expect([shown(1), shown(41), shown(80)]).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
  expect(strip()).toContain('No data yet');
});
