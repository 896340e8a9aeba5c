import { isTimeZone, timeText, weekdayText } from '#contract/dates.ts';
import { useMemo } from 'react';
import { browserTimeZone, placeOf, timeZoneRegions } from '#src/domain/profile/time-zones.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { TimeZoneSelect } from '#src/ui/forms/time-zone-select.tsx';

type TimeZoneFieldProps = { value: string; onChange: (timeZone: string) => void };

/** Nothing for a zone that the server knows but this browser doesn't. */
const clockIn = (timeZone: string, now: Date) =>
  isTimeZone(timeZone) ? `It is ${weekdayText(now, timeZone)} ${timeText(now, timeZone)} there now.` : undefined;

/** A person’s time zone, with the one of this browser at hand. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const here = browserTimeZone();
  const now = useNow();
  const regions = useMemo(() => timeZoneRegions([value, here]), [value, here]);
  return (
    <div className="stack time-zone">
      <TimeZoneSelect hint={clockIn(value, now)} value={value} onChange={onChange} regions={regions} />
      {here !== value && (
        <div className="row wrap-row">
          <p className="small muted">{`This browser is set to ${placeOf(here)}.`}</p>
          <Button variant="secondary" size="sm" onClick={() => onChange(here)}>{`Use ${placeOf(here)}`}</Button>
        </div>
      )}
    </div>
  );
}
