import { connect } from 'node:net';
import { ResponseReader } from './response-reader.mjs';

/** One kept-alive connection that carries one request at a time. */
export class Connection {
  #socket;
  #handlers = null;

  constructor(port) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const reader = new ResponseReader({
      start: (status) => this.#handlers?.start?.(status),
      body: (piece) => this.#handlers?.body?.(piece),
      end: () => {
        const handlers = this.#handlers;
        this.#handlers = null;
        handlers?.end?.();
      },
    });
    this.#socket.on('data', (data) => reader.push(data.latin1Slice()));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  #fail(error) {
    const handlers = this.#handlers;
    this.#handlers = null;
    handlers?.fail(error);
  }

  get isOpen() {
    return !this.#socket.destroyed && !this.#socket.readableEnded;
  }

  /** Sends a complete request text; `handlers` take `start`, `body`, `end` and `fail`. */
  send(request, handlers) {
    this.#handlers = handlers;
    this.#socket.write(request, 'latin1');
  }

  /** Sends a request and resolves with the complete response. */
  ask(request) {
    return new Promise((resolve, reject) => {
      let status = 0;
      let body = '';
      this.send(request, {
        start: (code) => (status = code),
        body: (piece) => (body += piece),
        end: () => resolve({ status, body: Buffer.from(body, 'latin1').toString() }),
        fail: reject,
      });
    });
  }

  close() {
    this.#handlers = null;
    this.#socket.destroy();
  }
}
