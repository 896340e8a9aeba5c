import { setTimeout as wait } from 'node:timers/promises';
import { textOf } from '../tokens.mjs';
import { Answer } from './answer.mjs';
import { Connection } from './connection.mjs';
import { READERS } from './readers.mjs';

/** Asks once and reads the answer to its end, checking every character. */
async function follow({ kind, port, tokens, expected, key, person, giveUpMs }) {
  const answer = new Answer(tokens);
  const connection = new Connection(port);
  let timer;
  const tooLate = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('gave up waiting')), giveUpMs);
  });
  try {
    await Promise.race([READERS[kind]({ connection, key, person, answer }), tooLate]);
    if (answer.end !== 'complete') throw new Error(`ended as ${answer.end}`);
    if (answer.text !== expected) throw new Error('the text differs from what the model wrote');
    return { key, arrivals: answer.arrivals, error: null };
  } catch (error) {
    return { key, arrivals: answer.arrivals, error: error.message };
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}

/** The given number of people ask, starting one by one within `rampMs`; each reads one answer, or asks repeatedly for `askForMs`. */
export async function stream({ streams, rampMs, askForMs, prefix, ...job }) {
  const begun = performance.now();
  const expected = textOf(job.tokens);
  const answers = [];
  const people = Array.from({ length: streams }, async (_, person) => {
    await wait((person * rampMs) / streams);
    let round = 0;
    do {
      const key = `${prefix}-${person}-${round}`;
      answers.push(await follow({ ...job, expected, key, person }));
      round += 1;
    } while (performance.now() - begun < askForMs);
  });
  await Promise.all(people);
  return answers;
}
