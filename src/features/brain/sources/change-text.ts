/** The only number in a value such as `$1,200.50`, and the text around it; null if there isn't exactly one. */
function readFigure(value: string): { number: number; before: string; after: string; decimals: number } | null {
  const [digits, other] = value.match(/\d[\d,.]*/g) ?? [];
  if (digits === undefined || other !== undefined) return null;
  const at = value.indexOf(digits);
  const figure = digits.replaceAll(',', '');
  const decimals = figure.split('.')[1]?.length ?? 0;
  return { number: Number(figure), before: value.slice(0, at), after: value.slice(at + digits.length), decimals };
}

/** `+$4`: how far one figure is from another. Empty if they can't be compared. */
export function changeText(before: string, now: string): string {
  const [then, since] = [readFigure(before), readFigure(now)];
  if (!then || !since || then.before !== since.before || then.after !== since.after) return '';
  const difference = since.number - then.number;
  const figure = Math.abs(difference).toFixed(Math.max(then.decimals, since.decimals));
  return difference === 0 ? '' : `${difference > 0 ? '+' : '−'}${since.before}${figure}${since.after}`;
}
