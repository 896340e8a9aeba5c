import type { Blank } from '#contract/power-ups/blanks.ts';

type TextBlank = Extract<Blank, { kind: 'text' }>;

/** The blanks that most templates have. Each is known from the profile. */
export const yourName = (example: string): TextBlank => ({
  kind: 'text',
  name: 'yourName',
  label: 'Your name',
  hint: 'As you sign your emails.',
  example,
  isRequired: true,
  maxLength: 60,
  from: { profile: 'fullName' },
});

export const businessName = (example: string, maxLength = 60): TextBlank => ({
  kind: 'text',
  name: 'businessName',
  label: 'Business name',
  hint: 'As your customers know it.',
  example,
  isRequired: true,
  maxLength,
  from: { profile: 'businessName' },
});
