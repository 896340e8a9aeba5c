import { expect, test } from 'vitest';
import { renameIn } from './rename-rules.ts';

const known = ['Speckled Mug', 'Becher', 'Taza moteada'].map((subject) => ({ kind: 'product', subject }));

test.each([
  ['We call the Speckled Mug Dawn Mug now.', 'Dawn Mug'],
  ['The speckled mug is now called “Dawn Mug”.', 'Dawn Mug'],
  ['We renamed our Speckled Mug to Dawn Mug', 'Dawn Mug'],
  ['Der Becher heißt jetzt Morgenbecher.', 'Morgenbecher'],
  ['Wir nennen den Becher jetzt Morgenbecher.', 'Morgenbecher'],
  ['Wir haben den Becher in Morgenbecher umbenannt.', 'Morgenbecher'],
  ['La taza moteada ahora se llama Taza Alba.', 'Taza Alba'],
  ['Ahora llamamos Taza Alba a la taza moteada.', 'Taza Alba'],
  ['Hemos cambiado el nombre de la taza moteada a Taza Alba.', 'Taza Alba'],
  ['We call the Speckled Mug Speckled Mug now.', undefined],
  ['We now call the Speckled Mug Dawn Mug.', 'Dawn Mug'],
  ['We call the Speckled Mug a bargain.', undefined],
  ['Wir nennen den Becher liebevoll Pötti.', undefined],
  ['The Speckled Mug is now $24.', undefined],
  ['The large bowl is now called Moon Bowl.', undefined],
])('the sandbox reads “%s” as another name for something known: %s', (said, name) => {
  expect(renameIn(said, known)?.subject).toBe(name);
});
