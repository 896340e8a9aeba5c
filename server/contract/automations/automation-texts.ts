/** The fixed texts of automations. */
export const AUTOMATION_TEXTS = {
  create: 'Create Automation',
  created: { title: 'Automation Created', text: 'It’s off until you turn it on.' },
  useTemplate: 'Use Template',
  templateUsed: { title: 'Automation Template Used', text: 'Look it over, then turn it on.' },
  edit: 'Edit',
  analytics: 'View Analytics',
  duplicate: 'Duplicate',
  delete: 'Delete',
  upgrade: 'Upgrade to continue',
} as const;

/** What becomes of a text that nobody answers in time, in the email and on the page that ask. */
export const AFTER_DEADLINE = {
  skip: 'After that, it’s skipped.',
  approve: 'After that, it goes ahead without you.',
  refuse: 'After that, it counts as a no.',
} as const;
