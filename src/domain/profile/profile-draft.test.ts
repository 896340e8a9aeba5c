import { describe, expect, it } from 'vitest';
import { readDraft, toDraft, toggleGoal, type ProfileDraft } from './profile-draft.ts';

const draft: ProfileDraft = {
  fullName: 'Maya Lind',
  businessName: '',
  businessType: 'ecommerce',
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

  it('says what is wrong beside the field', () => {
    expect(readDraft({ ...draft, fullName: ' ' }).errors).toEqual({ fullName: 'Please tell us your name.' });
    expect(readDraft({ ...draft, website: 'not a site' }).errors).toHaveProperty('website');
  });

  it('comes back from what was saved', () => {
    const saved = readDraft({ ...draft, businessSize: 'solo' }).input;
    expect(saved && toDraft(saved)).toEqual({ ...draft, businessSize: 'solo' });
  });

  it('turns goals on and off (spec §5)', () => {
    expect(toggleGoal(['sales'], 'leads')).toEqual(['sales', 'leads']);
    expect(toggleGoal(['sales', 'leads'], 'sales')).toEqual(['leads']);
  });
});
