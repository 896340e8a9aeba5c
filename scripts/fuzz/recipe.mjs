/**
 * A request before it is put on the wire. `as` is the sender: nobody, or the person of a slot, by cookie or by token. With `isWhole: false`
 * the client never finishes it, so no response is required; with `isStream` the response may stay open.
 */
export function recipe(parts) {
  return {
    method: 'GET',
    target: '/',
    headers: [],
    body: null,
    as: { kind: 'nobody' },
    isWhole: true,
    isStream: false,
    isAnswerOwed: true,
    isFramed: true,
    hasHost: true,
    version: 'HTTP/1.1',
    ...parts,
  };
}

export const JSON_TYPE = ['content-type', 'application/json'];
