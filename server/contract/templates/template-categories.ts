/** Apart from the schemas, so that the list of templates doesn't bring zod. */
export const TEMPLATE_CATEGORIES = ['email', 'social', 'ads', 'content'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];
