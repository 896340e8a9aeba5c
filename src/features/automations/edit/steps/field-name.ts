import { FIELD_NAME } from '#contract/automations/values.ts';

/** A name for a part or a field, made from its label; texts use it, and it stays when the label changes. */
export function fieldNameFor(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const name = joined.replace(/^[^a-z]+/, '').slice(0, 30);
  const base = FIELD_NAME.test(name) ? name : 'part';
  for (let count = 1; ; count += 1) {
    const one = count === 1 ? base : `${base}${count}`;
    if (!taken.includes(one)) return one;
  }
}
