import { describe, expect, it } from 'vitest';
import { toDraft, toggleGoal, type ProfileDraft } from './profile-draft.ts';
import { readDraft } from './read-draft.ts';

const draft: ProfileDraft = {
  fullName: 'Maya Lind',
  businessName: '',
  businessType: 'ecommerce',
  businessTypeText: '',
  businessGoals: ['sales'],
  website: '',
  businessSize: '',
  revenueRange: '',
};

describe('the draft of a profile', () => {
  it('needs a name, a business type and one goal, and nothing else', () => {
    expect(readDraft(draft).errors).toBeNull();
    expect(readDraft(draft).input).toMatchObject({ fullName: 'Maya Lind', businessSize: null, revenueRange: null });
  });

  it('puts each error beside its field', () => {
    expect(readDraft({ ...draft, fullName: ' ' }).errors).toEqual({ fullName: 'Please tell us your name.' });
    expect(readDraft({ ...draft, website: 'not a site' }).errors).toHaveProperty('website');
  });

  it('is restored from what was saved', () => {
    const saved = readDraft({ ...draft, businessSize: 'solo' }).input;
    expect(saved && toDraft(saved)).toEqual({ ...draft, businessSize: 'solo' });
  });

  it('ONBOARD-2: turns goals on and off', () => {
    expect(toggleGoal(['sales'], 'leads')).toEqual(['sales', 'leads']);
    expect(toggleGoal(['sales', 'leads'], 'sales')).toEqual(['leads']);
  });
});
