import type { AutomationTemplate } from './automation-template.ts';

/** All automation templates, in the order of the screen. */
export const AUTOMATION_TEMPLATES: readonly AutomationTemplate[] = [];
