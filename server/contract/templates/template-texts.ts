/** The fixed texts of templates (TEXT-46). */
export const TEMPLATE_TEXTS = {
  searchPlaceholder: 'Search templates...',
  noneFound: 'No templates found',
  upgrade: 'Upgrade to continue',
  use: 'Use Template',
  preview: 'Preview',
  used: { title: 'Template Used', text: 'The text is on your clipboard.' },
} as const;
