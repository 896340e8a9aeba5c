import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BUSINESS_GOALS, BUSINESS_TYPES } from '#contract/account/profile-choices.ts';
import { ONBOARDING_TEXTS } from '#contract/account/profile-choices.ts';
import { CrewPane } from './crew-pane.tsx';
import { crewOfGoals, crewOfType } from './crew.ts';
import { OnboardingFoot } from './onboarding-foot.tsx';

const panes = (html: string) => ({
  lit: html.match(/class="pleat" data-assistant/g)?.length ?? 0,
  dim: html.match(/class="pleat dim"/g)?.length ?? 0,
});

describe('ONBOARD-4: the team answers beside the form', () => {
  it('before a choice everyone is dimmed and nobody speaks', () => {
    const html = renderToStaticMarkup(<CrewPane crew={crewOfType(null)} />);
    expect(panes(html)).toEqual({ lit: 0, dim: 10 });
    expect(html).toContain('Ten teammates, ready when you are.');
  });

  it.each(BUSINESS_TYPES)('$id brings up three teammates and Brain AI, and dims the other six', ({ id }) => {
    const crew = crewOfType(id);
    const html = renderToStaticMarkup(<CrewPane crew={crew} />);
    expect(crew.lines).toHaveLength(3);
    expect(panes(html)).toEqual({ lit: 4, dim: 6 });
    expect(html).toContain('aria-live="polite"');
  });

  it('each goal brings up the two who work on it, and one says what comes first', () => {
    const crew = crewOfGoals(['traffic', 'sales']);
    expect(crew.lines.map(({ assistantId }) => assistantId)).toEqual(['emmie', 'seomi']);
    expect(new Set(crew.lit)).toEqual(new Set(['brain_ai', 'seomi', 'soshie', 'milli', 'emmie']));
    const all = crewOfGoals(BUSINESS_GOALS.map(({ id }) => id));
    expect(all.lines).toHaveLength(4);
    expect(crewOfGoals([])).toMatchObject({ title: 'Pick a goal and we’ll divide the work.', lines: [] });
  });
});

const draft = {
  fullName: '',
  businessName: '',
  businessType: null,
  businessGoals: [],
  website: '',
  businessSize: '',
  revenueRange: '',
};
const foot = (props: Partial<Parameters<typeof OnboardingFoot>[0]>) =>
  renderToStaticMarkup(
    <OnboardingFoot
      formId="form"
      step={1}
      draft={draft}
      crew={crewOfType(null)}
      isSaving={false}
      onBack={() => undefined}
      {...props}
    />,
  );
const isDisabled = (html: string, label: string) =>
  new RegExp(`<button[^>]* disabled=""[^>]*>(?:<span[^>]*>)?${label.replaceAll('.', String.raw`\.`)}<`).test(html);

it('the buttons wait for a choice, and while saving', () => {
  expect(isDisabled(foot({}), ONBOARDING_TEXTS.next)).toBe(true);
  expect(isDisabled(foot({ draft: { ...draft, businessType: 'saas' } }), ONBOARDING_TEXTS.next)).toBe(false);
  const chosen = { ...draft, businessGoals: ['sales' as const] };
  expect(isDisabled(foot({ step: 2 }), ONBOARDING_TEXTS.complete)).toBe(true);
  expect(isDisabled(foot({ step: 2, draft: chosen }), ONBOARDING_TEXTS.complete)).toBe(false);
  expect(isDisabled(foot({ step: 2, draft: chosen, isSaving: true }), ONBOARDING_TEXTS.saving)).toBe(true);
});
