import { expect, test } from 'vitest';
import { openQuestion } from './open-question.ts';

test.each([
  ['Which town do you sell in?', 'Which town do you sell in?'],
  ['Here is a draft.\n\nI assumed $42. Which **town** do you sell in? [f7]', 'Which town do you sell in?'],
  ['- Bowls\n- Should I add plates, e.g. the large ones?', 'Should I add plates, e.g. the large ones?'],
  ['Claro. ¿Qué día abrimos?', '¿Qué día abrimos?'],
  ['何時に開きますか？', '何時に開きますか？'],
  ['Who brings the coffee?\n\nHere is the list.', null],
  ['```\nwhy?\n```', null],
  ['| Who? |', null],
  [`${'word '.repeat(80)}?`, null],
  ['', null],
])('the question at the end of %j is %j', (ending, question) => {
  expect(openQuestion(ending)).toBe(question);
});
