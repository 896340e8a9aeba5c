import type { Blank } from '#contract/templates/blanks.ts';
import type { TemplateDto } from '#server/modules/templates/templates.dto.ts';

/** A template as a list has it: one of ours, by Emmie. */
export const aTemplate = (changes: Partial<TemplateDto> = {}): TemplateDto => ({
  id: 'welcome-email',
  title: 'Welcome email',
  description: 'Greets a new subscriber.',
  category: 'email',
  folder: null,
  assistantId: 'emmie',
  tags: [],
  isPremium: false,
  isOwn: false,
  readingMinutes: 1,
  rating: null,
  ratings: 0,
  uses: 0,
  isFavorite: false,
  usedByMe: 0,
  updatedAt: '2026-11-20T09:00:00.000Z',
  ...changes,
});

/** A required blank, one line of text unless it says otherwise. */
export const aBlank = (changes: Partial<Blank> & { name: string }): Blank =>
  ({
    label: changes.name,
    hint: '',
    isRequired: true,
    kind: 'text',
    example: 'Something',
    ...(changes.kind === undefined || changes.kind === 'text' ? { maxLength: 100 } : {}),
    ...changes,
  }) as Blank; // reason: a test that names a kind gives what the kind needs
