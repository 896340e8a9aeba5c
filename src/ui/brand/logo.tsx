import { PRODUCT_NAME } from '#contract/texts.ts';
import { LOGO_BARS, LOGO_FOLD, LOGO_GRID } from '#contract/site/logo-shape.ts';

/** The folded T and the name. Put it into a link with the class `logo`. */
export function Logo() {
  return (
    <>
      <svg viewBox={`0 0 ${LOGO_GRID} ${LOGO_GRID}`} width="26" height="26" aria-hidden="true">
        {LOGO_BARS.map((bar) => (
          <path className="m1" d={bar} key={bar} />
        ))}
        <path className="m2" d={LOGO_FOLD} />
      </svg>
      <span translate="no">{PRODUCT_NAME}</span>
    </>
  );
}
