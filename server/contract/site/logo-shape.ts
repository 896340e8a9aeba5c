/** The folded T on a grid of 28: two bars of paper and the turned-over corner. */
export const LOGO_GRID = 28;
export const LOGO_BARS = ['M2 3h24v8H2z', 'M10 11h8v14.5h-8z'] as const;
export const LOGO_FOLD = 'M10 11h8l-8 8z';
