/** The only number in a value such as `$1,200.50`, and what stands around it; null if there isn't exactly one. */
function readFigure(value: string): { number: number; before: string; after: string; decimals: number } | null {
  const [, before, digits, after] = /^(\D*)(\d[\d,]*(?:\.\d+)?)(\D*)$/.exec(value.trim()) ?? [];
  if (before === undefined || digits === undefined || after === undefined) return null;
  const number = Number(digits.replaceAll(',', ''));
  return { number, before, after, decimals: digits.split('.')[1]?.length ?? 0 };
}

/** `+$4`: how far one figure is from another. Empty if they can't be compared. */
export function changeText(before: string, now: string): string {
  const [then, since] = [readFigure(before), readFigure(now)];
  if (!then || !since || then.before !== since.before || then.after !== since.after) return '';
  const difference = since.number - then.number;
  const figure = Math.abs(difference).toFixed(Math.max(then.decimals, since.decimals));
  return difference === 0 ? '' : `${difference > 0 ? '+' : '−'}${since.before}${figure}${since.after}`;
}
