import type { ComponentStatus } from '#contract/site/status.ts';
import { daysInWords } from './status-words.ts';

/** From this share on a day had no more than a hiccup. */
const NEARLY_WHOLE = 0.99;
const STEP = 5;
const WIDTH = 4;
const HEIGHT = 32;

type Tone = 'whole' | 'dented' | 'broken' | 'unseen';
/** Heights differ with the tone, so that colour does not stand alone. */
const HEIGHTS: Record<Tone, number> = { whole: HEIGHT, dented: 22, broken: 12, unseen: 3 };
const TONES: readonly Tone[] = ['whole', 'dented', 'broken', 'unseen'];

function toneOf(share: number | null): Tone {
  if (share === null) return 'unseen';
  if (share === 1) return 'whole';
  return share >= NEARLY_WHOLE ? 'dented' : 'broken';
}

/** A bar a day, oldest first, all bars of a tone in one path. */
export function DayStrip({ days }: { days: ComponentStatus['days'] }) {
  const bars = (tone: Tone) =>
    days
      .map((share, index) =>
        toneOf(share) === tone ? `M${index * STEP} ${HEIGHT - HEIGHTS[tone]}h${WIDTH}v${HEIGHTS[tone]}h-${WIDTH}z` : '',
      )
      .join('');
  return (
    <svg
      className="day-strip"
      viewBox={`0 0 ${days.length * STEP - (STEP - WIDTH)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={daysInWords(days)}
    >
      {TONES.map((tone) => (
        <path className={tone} d={bars(tone)} key={tone} />
      ))}
    </svg>
  );
}
