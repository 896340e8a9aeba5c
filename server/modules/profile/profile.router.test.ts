import { randomUUID } from 'node:crypto';
import { SOURCES_MAX } from '#contract/brain/sources.ts';
import { readOverview } from '#server/modules/account/overview.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const PROFILE = {
  fullName: 'Maya Lindqvist',
  businessName: 'Fern & Kiln',
  website: 'fernandkiln.example',
  businessType: 'ecommerce' as const,
  businessGoals: ['sales' as const],
  businessSize: 'small' as const,
  revenueRange: '100k-500k' as const,
};

describe('the profile', () => {
  test('is saved by onboarding, and leaves preferences alone', async () => {
    const maya = await aPerson(app);
    await maya.api.profile.updatePreferences.mutate({
      language: 'sv',
      timeZone: 'Europe/Stockholm',
      emailsAboutSignIns: false,
    });
    await maya.api.profile.update.mutate(PROFILE);
    expect(await maya.api.profile.get.query()).toMatchObject({
      ...PROFILE,
      language: 'sv',
      timeZone: 'Europe/Stockholm',
      emailsAboutSignIns: false,
    });
  });

  test('takes the browser’s time zone at onboarding, UTC without one, and rejects nonsense', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    await maya.api.profile.completeOnboarding.mutate({ ...PROFILE, timeZone: 'America/Sao_Paulo' });
    await tomas.api.profile.completeOnboarding.mutate(PROFILE);
    expect((await maya.api.profile.get.query()).timeZone).toBe('America/Sao_Paulo');
    expect((await tomas.api.profile.get.query()).timeZone).toBe('UTC');
    await maya.api.profile.completeOnboarding.mutate({ ...PROFILE, timeZone: 'Etc/Unknown' });
    expect((await maya.api.profile.get.query()).businessName).toBe(PROFILE.businessName);
  });

  test('ONBOARD-1: another kind of business is kept in its owner’s words, which teammates and the overview get', async () => {
    const maya = await aPerson(app);
    const groomer = { ...PROFILE, businessType: 'other' as const, businessTypeText: ' Dog\ngroomer ' };
    await maya.api.profile.completeOnboarding.mutate(groomer);
    expect(await maya.api.profile.get.query()).toMatchObject({
      businessType: 'other',
      businessTypeText: 'Dog groomer',
    });
    expect((await maya.api.brain.overview.query()).profile).toContainEqual({
      field: 'businessType',
      label: 'Type',
      value: 'Dog groomer',
    });
    expect(await readOverview(app.db, maya.userId, await app.clock.now())).toContain('Dog groomer');
    await ask(maya, 'What day is it?');
    await app.container.services.runner.idle();
    expect(app.model.requests.at(-1)?.instructions).toContain('- Type: Dog groomer');
    await maya.api.profile.update.mutate({ ...groomer, businessType: 'saas' });
    expect(await maya.api.profile.get.query()).toMatchObject({ businessType: 'saas', businessTypeText: '' });
  });

  test.each([
    ['another kind of business without words', { businessType: 'other' as const, businessTypeText: ' ' }],
    ['words longer than 80 characters', { businessType: 'other' as const, businessTypeText: 'x'.repeat(81) }],
  ])('refuses %s', async (_, wrong) => {
    const maya = await aPerson(app);
    expect(await refusal(maya.api.profile.update.mutate({ ...PROFILE, ...wrong }))).toBe('INVALID_INPUT');
  });
});

describe('ONBOARD-5: the first website that a person names', () => {
  const websites = async ({ api }: Pick<Browser, 'api'>) =>
    (await api.brain.sources.list.query()).sources.map(({ kind, name }) => ({ kind, name }));

  test('is read into the Brain once, at onboarding or in the settings, however often the profile is saved', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    await Promise.all([1, 2].map(() => maya.api.profile.completeOnboarding.mutate(PROFILE)));
    await maya.api.profile.update.mutate({ ...PROFILE, website: 'other.example' });
    expect(await websites(maya)).toEqual([{ kind: 'site', name: 'fernandkiln.example' }]);
    await tomas.api.profile.completeOnboarding.mutate({ ...PROFILE, website: '' });
    expect(await websites(tomas)).toEqual([]);
    await tomas.api.profile.update.mutate({ ...PROFILE, website: 'https://tomas.example/shop' });
    expect(await websites(tomas)).toEqual([{ kind: 'site', name: 'tomas.example/shop' }]);
  });

  test('isn’t read again if it was added on Home before', async () => {
    const maya = await aPerson(app);
    await maya.api.brain.sources.addPage.mutate({ id: randomUUID(), address: PROFILE.website, isSite: true });
    await maya.api.profile.update.mutate(PROFILE);
    expect(await websites(maya)).toHaveLength(1);
  });

  test('doesn’t keep a profile from being saved when there is no room for it', async () => {
    const maya = await aPerson(app);
    await app.db
      .insertInto('sources')
      .values(
        Array.from({ length: SOURCES_MAX }, (_, index) => ({
          user_id: maya.userId,
          id: randomUUID(),
          kind: 'page' as const,
          name: `page ${index}`,
          url: `https://a.example/${index}`,
          state: 'ready' as const,
          added_at: new Date(),
          used_from: new Date(),
        })),
      )
      .execute();
    await maya.api.profile.update.mutate(PROFILE);
    expect((await maya.api.profile.get.query()).website).toBe(PROFILE.website);
    expect(await websites(maya)).toHaveLength(SOURCES_MAX);
  });

  test.each([
    ['a language that is not on the list', { language: 'tlh' }],
    ['a zone that is none', { timeZone: 'Mars/Olympus' }],
    ['an offset in place of a zone', { timeZone: '+02:00' }],
    ['an empty zone', { timeZone: '' }],
  ])('refuses %s', async (_, wrong) => {
    const maya = await aPerson(app);
    const preferences = { language: '', timeZone: 'UTC', emailsAboutSignIns: true, ...wrong };
    expect(await refusal(maya.api.profile.updatePreferences.mutate(preferences))).toBe('INVALID_INPUT');
  });
});

describe('a preference', () => {
  test('of language and zone reaches the teammate that answers', async () => {
    const maya = await aPerson(app);
    app.clock.set('2026-11-16T20:00:00Z');
    await maya.api.profile.updatePreferences.mutate({
      language: 'ja',
      timeZone: 'Asia/Tokyo',
      emailsAboutSignIns: true,
    });
    await ask(maya, 'What day is it?');
    await app.container.services.runner.idle();
    const { instructions = '' } = app.model.requests.at(-1) ?? {};
    expect(instructions).toContain('Answer in Japanese,');
    expect(instructions).toContain('Today is Tuesday, 2026-11-17. It is 05:00 where the owner is (Asia/Tokyo).');
  });

  test.each([true, false])(
    'for emails about sign-ins from a new device (%s) is respected',
    async (emailsAboutSignIns) => {
      const maya = await aPerson(app);
      await maya.api.profile.updatePreferences.mutate({ language: '', timeZone: 'UTC', emailsAboutSignIns });
      const { signIn } = app.container.services;
      for (const userAgent of ['Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'ask/1.0'])
        await signIn.browser(
          { id: maya.userId, email: maya.email, generation: 0 },
          {
            client: { address: '203.0.113.7', userAgent, sessionId: null, devices: undefined },
            methods: ['password'],
          },
        );
      await app.container.jobs.idle();
      expect(app.emails.map((mail) => mail.subject)).toEqual(
        emailsAboutSignIns ? ['Signed in from a new device: your Tenfold account'] : [],
      );
    },
  );
});
