import { assistantById } from '../chat/assistants.ts';
import { clockWords, listed, MONTHS, ordinal, scheduleTitle, weekdayWords } from './schedule-words.ts';
import type { Schedule } from './schedules.ts';
import { chip, missing, words, type Sentence, type SentencePiece } from './sentence-pieces.ts';
import type { Trigger } from './triggers.ts';

// Triggers in words. Nothing here needs the schema library.

function schedulePieces(schedule: Schedule): SentencePiece[] {
  switch (schedule.every) {
    case 'hour':
      return [
        words('Every '),
        chip('hour'),
        ...(schedule.minute === 0
          ? []
          : [
              words(', '),
              chip(String(schedule.minute)),
              words(schedule.minute === 1 ? ' minute past' : ' minutes past'),
            ]),
      ];
    case 'day':
    case 'weekday':
      return [words('Every '), chip(schedule.every), words(' at '), chip(clockWords(schedule.time))];
    case 'week': {
      const days = weekdayWords(schedule.weekdays);
      return [
        words('Every '),
        days === '' ? missing('day') : chip(days),
        words(' at '),
        chip(clockWords(schedule.time)),
      ];
    }
    case 'month':
      return [
        words('Every month on the '),
        chip(schedule.day === 'last' ? 'last day' : ordinal(schedule.day)),
        words(' at '),
        chip(clockWords(schedule.time)),
      ];
    case 'year':
      return [
        words('Every year on '),
        chip(`${MONTHS[schedule.month - 1] ?? ''} ${schedule.day}`),
        words(' at '),
        chip(clockWords(schedule.time)),
      ];
    case 'cron':
      return [words('On the schedule '), schedule.expression.trim() === '' ? missing('…') : chip(schedule.expression)];
  }
}

/** What starts an automation as a sentence, such as "Every [weekday] at [8:00], [Europe/Berlin]". */
export function triggerSentence(trigger: Trigger): Sentence {
  switch (trigger.kind) {
    case 'schedule': {
      const zone = trigger.timeZone.trim() === '' ? missing('a time zone') : chip(trigger.timeZone);
      return { pieces: [...schedulePieces(trigger.schedule), words(', '), zone], notes: [] };
    }
    case 'webhook':
      return { pieces: [words('When its '), chip('web address'), words(' is called')], notes: [] };
    case 'chat': {
      const who = chip(trigger.assistantId ? assistantById(trigger.assistantId).name : 'any teammate');
      return trigger.on === 'conversation'
        ? { pieces: [words('When a conversation with '), who, words(' begins')], notes: [] }
        : { pieces: [words('When '), who, words(' has answered')], notes: [] };
    }
    case 'brain':
      return {
        pieces: [
          words('When a '),
          chip(trigger.on === 'fact' ? 'fact' : 'document or page'),
          words(' is added to the Brain'),
        ],
        notes: [],
      };
    case 'manual': {
      const fields = trigger.form.flatMap(({ label }) => (label.trim() === '' ? [] : [label]));
      return {
        pieces: [words('When I press '), chip('Run now')],
        notes: fields.length === 0 ? [] : [{ kind: 'detail', text: `Asks for ${listed(fields)} first.` }],
      };
    }
  }
}

/** What starts an automation in one line, for lists. */
export function triggerTitle(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'schedule':
      return scheduleTitle(trigger.schedule);
    case 'webhook':
      return 'When its web address is called';
    case 'chat': {
      const who = trigger.assistantId ? assistantById(trigger.assistantId).name : 'any teammate';
      return trigger.on === 'conversation' ? `New conversation with ${who}` : `New answer from ${who}`;
    }
    case 'brain':
      return trigger.on === 'fact' ? 'New fact in the Brain' : 'New document or page in the Brain';
    case 'manual':
      return 'When you run it';
  }
}
