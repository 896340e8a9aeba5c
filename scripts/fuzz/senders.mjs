import { JSON_TYPE, recipe } from './recipe.mjs';
import { bytesOf, exchange } from './wire.mjs';

const GIVE_UP_MS = 10_000;
/** Calls whose new cookie belongs to another account. */
const OTHER_ACCOUNTS = /auth\.(?:signIn|confirmEmail|resetPassword|passkeys\.signIn)|batch|broken/;

/** Sends requests as the people of the slots: signs them in by token when needed, and replaces people who lost their session. */
export function createSenders({ world, port, addressFor }) {
  const tokens = new Map();

  async function grant({ email, password }) {
    const target = '/auth/v1/token?grant_type=password';
    const body = JSON.stringify({ email, password });
    const request = {
      ...recipe({ method: 'POST', target, headers: [JSON_TYPE], body }),
      address: addressFor(),
      hangUpAfterMs: null,
    };
    const answer = await exchange({ port, bytes: bytesOf(request), request, giveUpMs: GIVE_UP_MS });
    return /"access_token":"([^"]+)"/.exec(answer.body)?.[1] ?? null;
  }

  function tokenOf(person) {
    const known = tokens.get(person);
    if (known) return known;
    const granted = grant(person);
    tokens.set(person, granted);
    return granted;
  }

  return {
    /** The headers that identify the sender. */
    headersOf: async ({ kind, slot }) => {
      if (kind === 'nobody') return [];
      const person = world.personIn(slot);
      if (kind === 'cookie') return [['cookie', person.cookie]];
      const token = await tokenOf(person);
      return token === null ? [] : [['authorization', `Bearer ${token}`]];
    },
    /** Stores a new cookie from a response, and assigns the slot to another person when its session is gone. */
    learn: (request, person, answer) => {
      const { kind, slot } = request.as;
      if (kind === 'nobody' || request.hasOddHeaders) return;
      const cookie = /(?:^|,\s*)session=([^;]*)/.exec(answer.headers['set-cookie'] ?? '')?.[1];
      if (kind === 'cookie' && cookie && !OTHER_ACCOUNTS.test(request.label)) person.cookie = `session=${cookie}`;
      const isLost =
        answer.body.includes('"UNAUTHENTICATED"') || answer.body.includes('"session_not_found"') || cookie === '';
      if (isLost) world.replace(slot, person);
    },
  };
}
