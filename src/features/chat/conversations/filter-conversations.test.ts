import { describe, expect, it } from 'vitest';
import { filterConversations } from './filter-conversations.ts';

const titles = ['Welcome series', 'Kiln opening', 'Chat with Emmie'].map((title) => ({ title }));
const found = (search: string) => filterConversations(titles, search).map(({ title }) => title);

describe('searching conversations (spec §5)', () => {
  it('finds part of a title in any case', () => expect(found('OPEN')).toEqual(['Kiln opening']));
  it('shows all for an empty or blank search', () => expect(found('  ')).toHaveLength(3));
  it('finds nothing for other words', () => expect(found('invoice')).toEqual([]));
  it('takes signs as they are', () => expect(found('.*')).toEqual([]));
});
