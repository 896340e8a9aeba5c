/** The categories of automation templates, in the order of the screen. */
export const AUTOMATION_CATEGORIES = ['email', 'sales', 'events', 'analytics'] as const;
export type AutomationCategory = (typeof AUTOMATION_CATEGORIES)[number];
export const AUTOMATION_CATEGORY_NAMES: Record<AutomationCategory, string> = {
  email: 'Email Marketing',
  sales: 'Sales',
  events: 'Events',
  analytics: 'Analytics',
};
