import { PlainError } from '../messages.mjs';

const PASSWORD = 'tenfold-demo';
const ACCOUNTS = ['demo@tenfold.test', 'free@tenfold.test'];
const BYSTANDER = 'limit@tenfold.test';
const SESSIONS = 6;
const ASSISTANTS = ['emmie', 'brain_ai', 'seomi'];

async function signIn(url, email) {
  const answer = await fetch(new URL('/trpc/auth.signIn', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new PlainError(`${email} could not sign in at ${url.href} (${answer.status}).`);
  return cookie;
}

async function query(url, cookie, path, input) {
  const address = new URL(`/trpc/${path}`, url);
  if (input !== undefined) address.searchParams.set('input', JSON.stringify(input));
  const answer = await fetch(address, { headers: { cookie } });
  const { result } = await answer.json();
  return result.data;
}

async function idsOf(url, cookie) {
  const { user } = await query(url, cookie, 'auth.session');
  const lists = await Promise.all(
    ASSISTANTS.map((assistantId) => query(url, cookie, 'chat.conversations', { assistantId })),
  );
  const conversationIds = lists.flat().map(({ id }) => id);
  const histories = await Promise.all(
    conversationIds.map((conversationId) => query(url, cookie, 'chat.messages', { conversationId })),
  );
  const messageIds = JSON.stringify(histories).match(/(?<="id":")[0-9a-f-]{36}/g) ?? [];
  return { userId: user.id, conversationIds: [...conversationIds, user.id], messageIds: [...messageIds, user.id] };
}

/** The demo accounts of a product that is already running, signed in several times; the first session is the bystander's. */
export async function signedInPeople(url) {
  const people = [];
  for (const email of [BYSTANDER, ...Array.from({ length: SESSIONS }, () => ACCOUNTS).flat()]) {
    const cookie = await signIn(url, email);
    people.push({ email, password: PASSWORD, cookies: [cookie], ...(await idsOf(url, cookie)) });
  }
  return people;
}
