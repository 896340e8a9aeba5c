import { PRODUCT_NAME } from '#contract/texts.ts';

/** The folded T and the name. Put it into a link with the class `logo`. */
export function Logo() {
  return (
    <>
      <svg viewBox="0 0 28 28" width="26" height="26" aria-hidden="true">
        <path className="m1" d="M2 3h24v8H2z" />
        <path className="m1" d="M10 11h8v14.5h-8z" />
        <path className="m2" d="M10 11h8l-8 8z" />
      </svg>
      {PRODUCT_NAME}
    </>
  );
}
