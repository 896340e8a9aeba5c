import { describe, expect, test } from 'vitest';
import { inventedFigures } from './invented-figures.ts';
import { withDates } from './relative-days.ts';

/** A Friday. */
const SAID = '2026-11-27';

describe('a number that follows from the message', () => {
  test.each([
    ['We are twelve employees.', 'The shop has 12 employees.'],
    ['A dozen bagels costs eighteen dollars.', '12 bagels cost $18.'],
    ['Two dozen rolls are half a dozen times better, at $4', '24 rolls cost $4.00, 6 times better.'],
    ['From next Monday we open at 6 am.', 'Starting November 30, 2026, the shop opens at 6:00.'],
    ['The sale ends tomorrow.', 'The sale ends on 2026-11-28.'],
    ['The sale ended last Friday', 'The sale ended on November 20, 2026.'],
    ['Everything is half off on Black Friday.', 'Everything is 50% off.'],
    ["We've been here since '98.", 'The shop has been here since 1998.'],
    ['On est ici depuis 49', 'L’entreprise existe depuis 1949.'],
    ['Existimos desde en 49.', 'Existen desde 1949.'],
    ['We have 1.2k subscribers.', 'The newsletter has 1,200 subscribers.'],
    ['Weekdays 9 to 5', 'Open 9:00–17:00 on weekdays.'],
    ['Mon–Fri 7 am–3 pm', 'Open 07:00 to 15:00.'],
    ['We close at half past five', 'The shop closes at 5:30 PM.'],
    ['Wir schließen um halb sechs', 'Der Laden schließt um 17:30 Uhr.'],
    ['We open at noon', 'The shop opens at 12:00.'],
    ['Closed December 24 and 31', 'Closed on December 31, 2026.'],
    ['Wir sind einundzwanzig Leute', 'Das Team hat 21 Leute.'],
    ['Ab nächsten Montag öffnen wir um sechs', 'Ab dem 30. November 2026 öffnet der Laden um 6 Uhr.'],
    ['Somos treinta y cinco', 'El equipo tiene 35 personas.'],
    ['El pan integral cuesta doce euros', 'El pan integral cuesta 12 €.'],
    ['La boutique ouvre à dix-sept heures', 'La boutique ouvre à 17 h.'],
    ['We made $1,250.50', 'The shop made $1250.5.'],
    ['We moved here last year', 'The shop moved in 2025.'],
  ])('%j may be kept as %j', (message, statement) => {
    expect(inventedFigures(statement, [message], SAID)).toEqual([]);
  });
});

describe('a number that nobody said', () => {
  test.each([
    ['We are twelve employees.', 'The shop has 13 employees.', ['13']],
    ['The large bowl is $42 now.', 'The large bowl costs $42 and weighs 2 lb.', ['2']],
    ['Weekdays 9 to 5', 'Open 9:00–18:00 on weekdays.', ['18', '0']],
    ['The sale ends tomorrow.', 'The sale ends on December 3, 2026.', ['3']],
    ['Everything is half off.', 'Everything is 40% off.', ['40']],
    ['We open at 6.', 'We open at 6:20.', ['20']],
    ['We have 1.2k subscribers.', 'The newsletter has 12,000 subscribers.', ['12000']],
    ["We've been here since '98.", 'The shop has been here since 1988.', ['1988']],
  ])('%j says nothing of what %j adds', (message, statement, invented) => {
    expect(inventedFigures(statement, [message], SAID)).toEqual(invented);
  });
});

test.each([
  ['We close tomorrow.', 'We close tomorrow (November 28, 2026).'],
  ['From next Monday we open at 6.', 'From next Monday (November 30, 2026) we open at 6.'],
  ['Wir haben morgen zu', 'Wir haben morgen (2026-11-28) zu'],
  ['Closed tomorrow (Saturday)', 'Closed tomorrow (Saturday)'],
  ['Open from Tuesday to Saturday, 7 to 3', 'Open from Tuesday to Saturday, 7 to 3'],
  ['Orders ship in 3 days', 'Orders ship in 3 days'],
])('%j can still be read later as %j', (text, dated) => {
  expect(withDates(text, SAID)).toBe(dated);
});
