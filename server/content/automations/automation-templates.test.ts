import { describe, expect, test } from 'vitest';
import { allSteps } from '#contract/automations/all-steps.ts';
import { AUTOMATION_CATEGORIES } from '#contract/automations/automation-categories.ts';
import { AUTOMATION_DESCRIPTION_MAX, AUTOMATION_NAME_MAX } from '#contract/automations/automation-limits.ts';
import { definitionSchema } from '#contract/automations/definition.ts';
import { faceOf } from '#contract/automations/derived.ts';
import { findProblems } from '#contract/automations/find-problems.ts';
import { TEMPLATES } from '#server/content/templates/index.ts';
import { AUTOMATION_TEMPLATES } from './index.ts';

/** With nothing set up: no address is confirmed, and nothing is connected. */
const owner = { tier: 'ultimate' as const, email: 'maya@example.com', confirmedAddresses: [] };

describe('automation templates', () => {
  test('are three in each of the four categories, under twelve ids and names', () => {
    for (const category of AUTOMATION_CATEGORIES)
      expect(AUTOMATION_TEMPLATES.filter((template) => template.category === category)).toHaveLength(3);
    for (const part of ['id', 'name', 'description'] as const)
      expect(new Set(AUTOMATION_TEMPLATES.map((template) => template[part])).size).toBe(12);
  });

  describe.each(AUTOMATION_TEMPLATES.map((template) => [template.name, template] as const))('“%s”', (_, template) => {
    const { id, name, description, definition, assistantId } = template;
    const steps = allSteps(definition.steps);

    test('can be saved, and turned on with nothing else set up', () => {
      expect(definitionSchema.parse(definition)).toEqual(definition);
      expect(findProblems(definition, owner)).toEqual([]);
    });

    test('asks before anything could reach other people, and emails no one but its owner', () => {
      for (const step of steps) {
        expect(step.kind).not.toBe('webhook');
        if (step.kind === 'email') expect(step.to).toBe('me');
      }
    });

    test('is shown with the teammate that it asks', () => {
      const asked = steps.flatMap((step) => (step.kind === 'ask' ? [step.assistantId] : []));
      expect(asked.length === 0 ? assistantId : faceOf(definition)).toBe(assistantId);
    });

    test('has a name and a description that fit', () => {
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(name.length).toBeLessThanOrEqual(AUTOMATION_NAME_MAX);
      expect(description.length).toBeLessThanOrEqual(AUTOMATION_DESCRIPTION_MAX);
    });

    test('gives every blank of a template that must be filled in', () => {
      for (const step of steps) {
        if (step.kind !== 'template') continue;
        const filled = TEMPLATES.find((one) => one.id === step.templateId);
        const required = filled?.blanks.filter(({ isRequired }) => isRequired).map((blank) => blank.name);
        expect(required?.toSorted()).toEqual(Object.keys(step.values).toSorted());
      }
    });
  });
});
