import type { AutomationTemplate } from './automation-template.ts';
import { ANALYTICS_TEMPLATES } from './templates/analytics.ts';
import { EMAIL_TEMPLATES } from './templates/email.ts';
import { EVENT_TEMPLATES } from './templates/events.ts';
import { SALES_TEMPLATES } from './templates/sales.ts';

/** All automation templates, in the order of the screen. */
export const AUTOMATION_TEMPLATES: readonly AutomationTemplate[] = [
  ...EMAIL_TEMPLATES,
  ...SALES_TEMPLATES,
  ...EVENT_TEMPLATES,
  ...ANALYTICS_TEMPLATES,
];
