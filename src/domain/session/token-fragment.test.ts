import { describe, expect, it } from 'vitest';
import { removeTokenFragment } from './token-fragment.ts';

function anAddress(hash: string) {
  const seen = { waits: [] as number[], addresses: [] as unknown[] }; // reason: widens the empty lists
  removeTokenFragment({
    location: { hash, pathname: '/dashboard', search: '?c=1' },
    history: { state: { key: 'k' }, replaceState: (state, _title, url) => void seen.addresses.push([state, url]) },
    setTimeout: (work, ms) => {
      seen.waits.push(ms);
      expect(seen.addresses).toEqual([]);
      work();
    },
  });
  return seen;
}

describe('AUTH-13: an access token in the address', () => {
  it('is removed after a tenth of a second, and nothing else with it', () => {
    expect(anAddress('#access_token=abc&token_type=bearer')).toEqual({
      waits: [100],
      addresses: [[{ key: 'k' }, '/dashboard?c=1']],
    });
  });

  it.each(['', '#pricing', '#my_access_token=1'])('leaves the fragment "%s" alone', (hash) => {
    expect(anAddress(hash).addresses).toEqual([]);
  });
});
