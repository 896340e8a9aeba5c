/** Splits a text/event-stream into the data of its events, wherever the chunks are cut. */
export function createEventReader(onData) {
  let rest = '';
  return (piece) => {
    rest += piece;
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const event = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (data !== undefined) onData(data);
    }
  };
}
