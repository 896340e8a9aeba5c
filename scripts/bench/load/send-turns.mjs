import { sharedNow } from '../statistics.mjs';
import { Answer } from './answer.mjs';
import { Connection } from './connection.mjs';
import { followProduct, sendProduct } from './readers.mjs';

/**
 * Sends one question after another, in one conversation or each in a new one, reading each answer to its end. They are `texts`, or else
 * `count` short ones. Times are on the shared clock.
 */
export async function sendTurns({ port, person, conversationId, count, texts = [] }) {
  const connection = new Connection(port);
  const turns = [];
  for (let index = 0; index < (count ?? texts.length); index += 1) {
    const sentAt = sharedNow();
    const messageId = await sendProduct({
      connection,
      key: `turn-${index}`,
      person,
      conversationId,
      text: texts[index],
    });
    turns.push({ sentAt, answeredAt: sharedNow(), messageId });
    await followProduct({ connection, person, messageId, answer: new Answer(1) });
  }
  connection.close();
  return turns;
}
