import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AuthContextProvider, useAuth } from './auth-context.ts';

function Who() {
  return <p>{useAuth().user.email}</p>;
}

it('the auth accessor throws outside of its provider (spec §8)', () => {
  expect(() => renderToStaticMarkup(<Who />)).toThrow('useAuth must be used within an AuthProvider');
});

it('and names the person inside', () => {
  const auth = {
    user: { id: 'u1', email: 'maya@example.com' },
    expiresAt: '2026-12-05T00:00:00.000Z',
    deleteAfter: null,
    signOut: () => undefined,
    isLeaving: false,
  };
  expect(
    renderToStaticMarkup(
      <AuthContextProvider value={auth}>
        <Who />
      </AuthContextProvider>,
    ),
  ).toBe('<p>maya@example.com</p>');
});
