import { serveCalls } from '../calls.mjs';
import { oneByOne, pace, saturate } from './read-load.mjs';
import { Connection } from './connection.mjs';
import { sendTurns } from './send-turns.mjs';
import { stream } from './stream-load.mjs';

async function ask({ port, request }) {
  const connection = new Connection(port);
  try {
    return await connection.ask(request);
  } finally {
    connection.close();
  }
}

serveCalls({ ask, saturate, pace, oneByOne, stream, sendTurns });
