/** Responses of 500 and above that are correct, each with its reason. Any other is a failure. */
const RIGHT = {
  MODEL_FAILED: 'the stand-in for the model fails when a text asks it to ([sandbox: ...])',
  SMS_UNAVAILABLE: 'the stand-in for text messages fails for some numbers (docs/sandbox.md)',
  SERVER_BUSY: 'more passwords or archives at once than the queue holds',
  PROVIDER_FAILED: 'a sign-in service is given a code that it never gave',
};

const CODES = /"appCode":"([A-Z_]+)"/g;

function serverErrorsIn(body) {
  const statuses = [...body.matchAll(/"httpStatus":(5\d\d)/g)];
  if (statuses.length === 0 && !body.includes('"INTERNAL"')) return [];
  return [...body.matchAll(CODES)]
    .map(([, code]) => code)
    .filter((code) => code === 'INTERNAL' || !isClientError(body, code));
}

/** Whether this code appears in the body with a status below 500. */
function isClientError(body, code) {
  return new RegExp(`"httpStatus":[1-4]\\d\\d[^{}]*"appCode":"${code}"`).test(body);
}

/** Signs of a wrong kind of value turned into text, and names that only our own code uses. */
const SHOWS_INSIDES = /\[native code\]|\[object Object\]|node_modules\/|at async /;

function decoded({ target, body }) {
  return `${target} ${body ?? ''}`;
}

/** What is wrong with a response, in a few words, or null. */
export function problemOf(request, answer) {
  if (request.hangUpAfterMs !== null) return null;
  if (answer.problem === 'no answer')
    return request.isWhole
      ? `no answer in time (${answer.status === 0 ? 'nothing' : `${answer.status}, unfinished`})`
      : null;
  if (answer.status === 0) {
    if (!request.isWhole || !request.isAnswerOwed) return null;
    return `connection ended without an answer (${answer.problem ?? 'closed'})`;
  }
  const wrong = serverErrorsIn(answer.body).filter((code) => !(code in RIGHT));
  if (wrong.length > 0) return `${answer.status} ${wrong[0]}`;
  // Text in the request itself is merely echoed.
  if (!request.target.includes('INTERNAL') && /[?&](?:state|problem)=INTERNAL/.test(answer.headers.location ?? ''))
    return `${answer.status} leads to INTERNAL`;
  if (!request.hasOddHeaders && SHOWS_INSIDES.test(answer.body) && !SHOWS_INSIDES.test(decoded(request)))
    return `${answer.status} shows ${SHOWS_INSIDES.exec(answer.body)[0]}`;
  if (answer.status < 500) return null;
  const codes = [...answer.body.matchAll(CODES)].map(([, code]) => code);
  return codes.length > 0 && codes.every((code) => code in RIGHT) ? null : `${answer.status}`;
}
