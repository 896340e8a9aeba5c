import { useMemo } from 'react';
import { MONTHS, WEEKDAYS } from '#contract/automations/schedule-words.ts';
import type { Schedule } from '#contract/automations/schedules.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { browserTimeZone, timeZoneRegions } from '#src/domain/profile/time-zones.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { TimeZoneSelect } from '#src/ui/forms/time-zone-select.tsx';
import { NumberField } from '../steps/number-field.tsx';
import { changeRhythm } from './new-trigger.ts';

type OfSchedule = Extract<Trigger, { kind: 'schedule' }>;
type ScheduleEditorProps = { trigger: OfSchedule; onChange: (trigger: OfSchedule, about?: string) => void };

const RHYTHMS: { value: Schedule['every']; label: string }[] = [
  { value: 'hour', label: 'Every hour' },
  { value: 'day', label: 'Every day' },
  { value: 'weekday', label: 'Every weekday, Monday to Friday' },
  { value: 'week', label: 'On certain days of the week' },
  { value: 'month', label: 'Every month' },
  { value: 'year', label: 'Every year' },
  { value: 'cron', label: 'A cron expression' },
];
/** From Monday on. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];
const LAST = 'last';

/** When it runs, in which time zone, and what becomes of a time that was missed. */
export function ScheduleEditor({ trigger, onChange }: ScheduleEditorProps) {
  const { schedule, timeZone, missed } = trigger;
  const regions = useMemo(() => timeZoneRegions([timeZone || browserTimeZone()]), [timeZone]);
  const change = (changed: Schedule, about?: string) => onChange({ ...trigger, schedule: changed }, about);
  return (
    <>
      <div className="two">
        <SelectField
          label="How often"
          options={RHYTHMS}
          value={schedule.every}
          onChange={({ target }) => {
            const rhythm = RHYTHMS.find(({ value }) => value === target.value);
            if (rhythm) change(changeRhythm(schedule, rhythm.value));
          }}
        />
        {'time' in schedule && (
          <TextField
            label="At"
            type="time"
            value={schedule.time}
            onChange={({ target }) => target.value !== '' && change({ ...schedule, time: target.value }, 'time')}
          />
        )}
        {schedule.every === 'hour' && (
          <NumberField
            label="Minutes past the hour"
            min={0}
            max={59}
            value={schedule.minute}
            onChange={(minute) => change({ every: 'hour', minute }, 'minute')}
          />
        )}
        {schedule.every === 'cron' && (
          <TextField
            label="Cron expression"
            hint="Minute, hour, day of the month, month, day of the week."
            maxLength={100}
            spellCheck={false}
            autoComplete="off"
            value={schedule.expression}
            onChange={({ target }) => change({ every: 'cron', expression: target.value }, 'cron')}
          />
        )}
      </div>
      <DaysOf schedule={schedule} onChange={change} />
      <TimeZoneSelect
        value={timeZone}
        regions={regions}
        onChange={(zone) => onChange({ ...trigger, timeZone: zone })}
      />
      <SelectField
        label="If a run is missed because something was down"
        options={[
          { value: 'run_once', label: 'Run once as soon as possible' },
          { value: 'skip', label: 'Skip it' },
        ]}
        value={missed}
        onChange={({ target }) => onChange({ ...trigger, missed: target.value === 'skip' ? 'skip' : 'run_once' })}
      />
    </>
  );
}

type DaysOfProps = { schedule: Schedule; onChange: (schedule: Schedule) => void };

/** On which days, where the rhythm leaves that open. */
function DaysOf({ schedule, onChange }: DaysOfProps) {
  if (schedule.every === 'week')
    return (
      <div className="field" role="group" aria-label="Days">
        <span className="label">Days</span>
        <div className="chips">
          {DAYS.map((day) => {
            const isOn = schedule.weekdays.includes(day);
            return (
              <button
                type="button"
                className="chip"
                key={day}
                aria-pressed={isOn}
                aria-label={WEEKDAYS[day]}
                onClick={() =>
                  onChange({
                    ...schedule,
                    weekdays: isOn ? schedule.weekdays.filter((one) => one !== day) : [...schedule.weekdays, day],
                  })
                }
              >
                {WEEKDAYS[day]?.slice(0, 3)}
              </button>
            );
          })}
        </div>
      </div>
    );
  if (schedule.every === 'month')
    return (
      <SelectField
        label="Day"
        hint={Number(schedule.day) > 28 ? 'Months without this day are skipped.' : undefined}
        options={[
          ...Array.from({ length: 31 }, (_none, index) => ({ value: String(index + 1), label: String(index + 1) })),
          { value: LAST, label: 'The last day' },
        ]}
        value={String(schedule.day)}
        onChange={({ target }) => onChange({ ...schedule, day: target.value === LAST ? LAST : Number(target.value) })}
      />
    );
  if (schedule.every !== 'year') return null;
  return (
    <div className="two">
      <SelectField
        label="Month"
        options={MONTHS.map((label, index) => ({ value: String(index + 1), label }))}
        value={String(schedule.month)}
        onChange={({ target }) => onChange({ ...schedule, month: Number(target.value) })}
      />
      <SelectField
        label="Day"
        options={Array.from({ length: 31 }, (_none, index) => ({ value: String(index + 1), label: String(index + 1) }))}
        value={String(schedule.day)}
        onChange={({ target }) => onChange({ ...schedule, day: Number(target.value) })}
      />
    </div>
  );
}
