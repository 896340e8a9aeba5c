import { LOGO_BARS, LOGO_FOLD, LOGO_GRID } from '#contract/site/logo-shape.ts';
import { darkToken, token } from './palette.ts';

const paths = (bar: string, fold: string) =>
  `${LOGO_BARS.map((d) => `<path ${bar} d="${d}"/>`).join('')}<path ${fold} d="${LOGO_FOLD}"/>`;

const svg = (content: string, size = LOGO_GRID) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${content}</svg>`;

/** The T alone. */
export function plainLogo(): string {
  return svg(paths(`fill="${token('accent')}"`, `fill="${token('accent-deep')}"`));
}

/** The T for a browser tab: it follows the system's theme. */
export function tabLogo(): string {
  const style = `.a{fill:${token('accent')}}.b{fill:${token('accent-deep')}}@media(prefers-color-scheme:dark){.a{fill:${darkToken('accent')}}.b{fill:${darkToken('accent-deep')}}}`;
  return svg(`<style>${style}</style>${paths('class="a"', 'class="b"')}`);
}

/** The T on a sheet of paper. `share` is how much of the sheet's width it takes. */
export function logoOnPaper(share: number): string {
  const size = LOGO_GRID / share;
  const edge = (size - LOGO_GRID) / 2;
  const sheet = `<rect width="${size}" height="${size}" fill="${token('surface-page')}"/>`;
  const mark = paths(`fill="${token('accent')}"`, `fill="${token('accent-deep')}"`);
  return svg(`${sheet}<g transform="translate(${edge} ${edge})">${mark}</g>`, size);
}
