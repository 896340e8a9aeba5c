import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';

const CONNECTIONS = 10;

test('people stay signed in, links work and sign-ups succeed after statements that failed halfway', async () => {
  const app = await createTestApp();
  const maya = await aPerson(app);
  const failHalfway = () =>
    Promise.allSettled(
      Array.from({ length: CONNECTIONS }, () =>
        sql`select 10 / (5 - n) from generate_series(1, ${9}::int) n`.execute(app.db),
      ),
    );

  for (let round = 0; round < 3; round += 1) {
    await failHalfway();
    const profiles = await Promise.all(Array.from({ length: CONNECTIONS }, () => maya.api.profile.get.query()));
    expect(profiles.map(({ businessName }) => businessName)).toEqual(profiles.map(() => 'Fern & Kiln'));
  }
  await failHalfway();
  await app.browser().api.auth.signUp.mutate({ email: 'new@example.com', password: 'forty warm bowls' });
  await failHalfway();
  const token =
    /token=([\w-]+)/.exec(app.emails.findLast(({ text }) => text.includes('token='))?.text ?? '')?.[1] ?? '';
  await app.browser().api.auth.confirmEmail.mutate({ token });
});
