import { expect, test } from 'vitest';
import { readProfile } from '#sandbox/model/read-instructions.ts';
import { knowingModel, lastPrompt, say } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';

const FILLED_IN = {
  fullName: 'Maya Fernand',
  businessName: 'Fern & Kiln',
  website: 'https://fernandkiln.example',
  businessType: 'ecommerce',
  businessGoals: ['sales', 'traffic'],
  businessSize: null,
  revenueRange: null,
} as const;

test('the Brain page lists what the profile says, in the words that teammates get, and nothing that isn’t filled in', async () => {
  const app = await createTestApp();
  const maya = await aPerson(app);
  const tomas = await aPerson(app);
  knowingModel(app);
  await maya.api.profile.update.mutate({ ...FILLED_IN, businessGoals: [...FILLED_IN.businessGoals] });
  await tomas.api.profile.update.mutate({
    ...FILLED_IN,
    businessGoals: ['support'],
    businessName: 'Ledgerly',
    website: '',
  });
  const { profile, count } = await maya.api.brain.overview.query();
  expect(profile.map(({ label }) => label)).toEqual(['Owner', 'Business', 'Website', 'Type', 'Goals']);
  expect(count).toBe(0);
  await say(app, maya, 'What do we sell?', { to: 'brain_ai' });
  expect(Object.fromEntries(profile.map(({ field, value }) => [field, value]))).toEqual(readProfile(lastPrompt(app)));
  const others = (await tomas.api.brain.overview.query()).profile;
  expect(others).toContainEqual({ field: 'businessName', label: 'Business', value: 'Ledgerly' });
});
