/** The fixed texts of automations. */
export const AUTOMATION_TEXTS = {
  create: 'Create Automation',
  created: { title: 'Automation Created', text: 'It’s paused until you turn it on.' },
  useTemplate: 'Use Template',
  templateUsed: { title: 'Automation Template Used', text: 'Look it over, then turn it on.' },
  edit: 'Edit',
  analytics: 'View Analytics',
  duplicate: 'Duplicate',
  delete: 'Delete',
  upgrade: 'Upgrade to continue',
} as const;

/** What happens to a text that its owner doesn't answer in time, wherever they are asked. */
export const AFTER_DEADLINE = {
  skip: 'After that, this run is skipped.',
  approve: 'After that, it continues without your answer.',
  refuse: 'After that, it counts as refused.',
} as const;

/** What happened to such a text. */
export const MISSED_DEADLINE = {
  skip: 'You didn’t answer in time, so it was skipped.',
  approve: 'You didn’t answer in time, so it continued.',
  refuse: 'You didn’t answer in time, so it counted as refused.',
} as const;

/** The recipient that a run records for an email to its owner that is in the bell instead (LIMIT-6). */
export const IN_BELL = 'you, in the bell';
