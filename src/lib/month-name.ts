/** `November 2026` of `2026-11`. Months are UTC calendar months, so the name must not shift with the reader's clock. */
export function monthName(month: string, look: 'long' | 'short' = 'long'): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (look === 'short') return date.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
  return date.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
