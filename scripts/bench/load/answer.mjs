import { sharedNow } from '../statistics.mjs';
import { TOKEN_LENGTH } from '../tokens.mjs';

/** An answer as a reader gets it: the text so far, and when each token arrived. */
export class Answer {
  text = '';
  end = null;
  #count = 0;

  constructor(tokens) {
    this.arrivals = new Float64Array(tokens);
  }

  add(piece) {
    this.text += piece;
    const now = sharedNow();
    const whole = Math.min(Math.floor(this.text.length / TOKEN_LENGTH), this.arrivals.length);
    for (; this.#count < whole; this.#count += 1) this.arrivals[this.#count] = now;
  }
}
