import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AuthContextProvider, useAuth } from './auth-context.ts';

function Who() {
  return <p>{useAuth().user.email}</p>;
}

it('AUTH-14: the auth accessor throws outside its provider', () => {
  expect(() => renderToStaticMarkup(<Who />)).toThrow('useAuth must be used within an AuthProvider');
});

it('the auth accessor returns the person inside its provider', () => {
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
