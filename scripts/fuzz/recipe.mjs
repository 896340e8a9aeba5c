/**
 * One request before it is put on the wire. `as` says who sends it: nobody, or the person of a slot, by cookie or by token.
 * `isWhole: false` is one that the client never finishes, so no answer is owed; `isStream` one whose answer may go on.
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
