import { Check, CircleQuestionMark, Minus, type LucideIcon } from 'lucide-react';
import { isoDayText, weekdayDayText, weekdayText } from '#contract/dates.ts';
import type { Rehearsal } from '#src/domain/automations/automation.ts';
import { MARK_WORDS, markOf, type DayMark } from './rehearsal-words.ts';

const ICONS: Partial<Record<DayMark, LucideIcon>> = { goes: Check, stops: Minus, unclear: CircleQuestionMark };

/** The days that were rehearsed, each with how it went. */
export function Calendar({ rehearsal, zone }: { rehearsal: Rehearsal; zone: string }) {
  const { days, runs } = rehearsal;
  return (
    <section aria-labelledby="rehearsal-days">
      <h2 className="sr" id="rehearsal-days">
        Calendar
      </h2>
      <ol className="cal">
        {days.map(({ day, runs: planned }, index) => {
          const mark = markOf(
            runs.filter(({ at }) => isoDayText(at, zone) === day),
            planned,
          );
          const Icon = planned === 1 ? ICONS[mark] : undefined;
          const word = planned > 1 ? `${planned} runs` : MARK_WORDS[mark] || (index === 0 ? 'Today' : '');
          const noon = `${day}T12:00:00Z`;
          return (
            <li className={mark} key={day}>
              <span className="sr">
                <span>{index === 0 ? 'Today, ' : ''}</span>
                <span>{weekdayDayText(noon, 'UTC')}</span>:{' '}
                <span>{planned > 1 ? word : mark === 'none' ? 'no run' : MARK_WORDS[mark]}</span>
              </span>
              <span className="xs muted" aria-hidden="true">
                {weekdayText(noon, 'UTC').slice(0, 3)}
              </span>
              <b className="num" aria-hidden="true">
                {Number(day.slice(8))}
              </b>
              <span className="mk" aria-hidden="true">
                {Icon && <Icon className="icon" />}
                <span>{word}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
