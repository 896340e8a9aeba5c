import type { Play } from './play.ts';

type Figure = { label: string; value: number };

/** The maximum length of a message. */
const QUESTION_READ = 8_000;
const labeled = /(\p{L}[\p{L} '-]{0,24}?)\s?[:=\s]\s{0,2}[$€£]?\s?(\d[\d,]{0,15}(?:\.\d{1,6})?)(?![\d%])/gu;

/** Names with a number after them, as people paste them: `March 1,200`, `Etsy: 310`. At most twelve. */
export function readFigures(question: string): Figure[] {
  const found = [...question.slice(0, QUESTION_READ).matchAll(labeled)].map(([, label = '', digits = '']) => ({
    label: label.trim().split(/\s+/).slice(-2).join(' '),
    value: Number(digits.replaceAll(',', '')),
  }));
  return found.filter(({ value }) => Number.isFinite(value)).slice(0, 12);
}

const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

function change(from: number, to: number): string {
  return from === 0 ? 'no base' : `${to >= from ? '+' : ''}${format.format(((to - from) / from) * 100)} %`;
}

/** A play that adds up pasted figures, or null if there are fewer than two. */
export function figuresPlay(question: string): Play | null {
  const figures = readFigures(question);
  const [first, second] = figures;
  const last = figures.at(-1);
  if (!first || !second || !last) return null;
  const total = figures.reduce((sum, { value }) => sum + value, 0);
  const largest = figures.reduce((top, figure) => (figure.value > top.value ? figure : top), first);
  const smallest = figures.reduce((low, figure) => (figure.value < low.value ? figure : low), first);
  return {
    about: /./,
    title: 'What your figures say',
    point: () =>
      `I found ${figures.length} figures. They add up to **${format.format(total)}**, an average of **${format.format(total / figures.length)}** each. From ${first.label} to ${last.label} the change is **${change(first.value, last.value)}**.`,
    steps: () => [
      `**Largest:** ${largest.label} with ${format.format(largest.value)}. Look there first for what worked.`,
      `**Smallest:** ${smallest.label} with ${format.format(smallest.value)}. Check that it covers the same length of time as the others.`,
      `**How sure:** ${figures.length} figures show a direction, not a rule. The same months last year would tell you more.`,
    ],
    table: () => ({
      head: ['Figure', 'Value', 'Share', 'Change from previous'],
      rows: figures.map(({ label, value }, index) => {
        const before = figures[index - 1];
        const share = total === 0 ? '0 %' : `${format.format((value / total) * 100)} %`;
        return [label, format.format(value), share, before ? change(before.value, value) : 'start'];
      }),
    }),
    handover: { to: 'brain_ai', request: 'What should we change first, given these figures?' },
    ask: () =>
      'Is there anything that happened in only one of these periods, such as a promotion, a holiday or being sold out?',
  };
}
