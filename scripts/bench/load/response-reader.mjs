const HEAD_END = '\r\n\r\n';

/**
 * Reads HTTP/1.1 responses off one connection as they arrive. A load generator that costs more than the server would measure itself, so
 * this handles only what a node:http server sends: a length or chunks.
 */
export class ResponseReader {
  #text = '';
  #state = 'head';
  #remaining = 0;
  #isChunked = false;
  #on;

  /** `on` takes `start(status)`, `body(piece)` and `end()`. Pieces are the bytes as Latin-1 text. */
  constructor(on) {
    this.#on = on;
  }

  push(piece) {
    this.#text = this.#text === '' ? piece : this.#text + piece;
    while (this.#step());
  }

  #take(length) {
    const taken = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    return taken;
  }

  #step() {
    if (this.#state === 'head') return this.#readHead();
    if (this.#state === 'size') return this.#readSize();
    return this.#readBody();
  }

  #readHead() {
    const end = this.#text.indexOf(HEAD_END);
    if (end === -1) return false;
    const head = this.#take(end + HEAD_END.length).toLowerCase();
    this.#isChunked = head.includes('\r\ntransfer-encoding: chunked');
    this.#remaining = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    this.#on.start(Number(head.slice(9, 12)));
    this.#state = this.#isChunked ? 'size' : 'body';
    return this.#isChunked || this.#finishWhenWhole();
  }

  #readSize() {
    const end = this.#text.indexOf('\r\n');
    if (end === -1) return false;
    const size = Number.parseInt(this.#text, 16);
    // The last chunk is empty and followed by one more line end.
    if (size === 0 && this.#text.length < end + 4) return false;
    this.#take(size === 0 ? end + 4 : end + 2);
    if (size === 0) return this.#finish();
    this.#remaining = size + 2;
    this.#state = 'body';
    return true;
  }

  #readBody() {
    if (this.#text === '') return false;
    const piece = this.#take(this.#remaining);
    const lineEnd = this.#isChunked ? 2 : 0;
    const ownLength = Math.max(0, Math.min(piece.length, this.#remaining - lineEnd));
    if (ownLength > 0) this.#on.body(ownLength === piece.length ? piece : piece.slice(0, ownLength));
    this.#remaining -= piece.length;
    if (this.#remaining > 0) return false;
    if (!this.#isChunked) return this.#finish();
    this.#state = 'size';
    return true;
  }

  #finishWhenWhole() {
    return this.#remaining === 0 ? this.#finish() : true;
  }

  #finish() {
    this.#state = 'head';
    this.#on.end();
    return true;
  }
}
