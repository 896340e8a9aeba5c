import type { Blank } from '#contract/templates/blanks.ts';

type TextBlank = Extract<Blank, { kind: 'text' }>;

export const yourName = (example: string): TextBlank => ({
  kind: 'text',
  name: 'yourName',
  label: 'Your name',
  hint: 'As customers know you.',
  example,
  isRequired: true,
  maxLength: 60,
  from: { profile: 'fullName' },
});

export const businessName = (example: string, maxLength = 60): TextBlank => ({
  kind: 'text',
  name: 'businessName',
  label: 'Business name',
  hint: 'As customers know it.',
  example,
  isRequired: true,
  maxLength,
  from: { profile: 'businessName' },
});

/** Nobody's name is known before the email is written, so it is always asked for. */
export const customerName = (example: string): TextBlank => ({
  kind: 'text',
  name: 'customerName',
  label: 'Their first name',
  hint: 'For an email to many people, your email program’s merge field, such as *|FNAME|*.',
  example,
  isRequired: true,
  maxLength: 60,
});

/** A page of its own, which nothing known can stand in for. */
export const pageLink = (hint: string, example: string, label = 'Link'): TextBlank => ({
  kind: 'text',
  name: 'link',
  label,
  hint,
  example,
  isRequired: true,
  maxLength: 200,
});

/** A page for which the website does, too. */
export const websiteLink = (hint: string, example: string): TextBlank => ({
  ...pageLink(hint, example),
  from: { profile: 'website' },
});

export const hashtags = (example: string): TextBlank => ({
  kind: 'text',
  name: 'hashtags',
  label: 'Hashtags',
  hint: 'Two or three that people in your town or trade follow. Leave it empty to go without.',
  example,
  isRequired: false,
  maxLength: 100,
  from: { factKinds: ['voice'], words: ['hashtag'], sentence: 'Our hashtags are {{hashtags}}.', isLasting: true },
});
