import type { AssistantId } from '#contract/chat/assistants.ts';
import { exampleValues } from '#contract/templates/blank-values.ts';
import type { Blank, BlankValue, BlankValues } from '#contract/templates/blanks.ts';
import { wordsIn, type TemplateText } from '#contract/templates/render-template.ts';
import { RATINGS_SHOWN_FROM } from '#contract/templates/template-inputs.ts';
import type { TemplateCategory } from '#contract/templates/template-categories.ts';
import { minutesToRead } from '#contract/reading-time.ts';
import type { Template } from '#contract/templates/templates.ts';
import type { ListedTemplateRow, OwnTemplateRow } from '#db/queries/templates/own-templates.ts';
import type { ActivityRow, TotalsRow } from '#db/queries/templates/template-activity.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';

type FactDto = Awaited<ReturnType<BrainService['listAbout']>>[number];
type ProfileFieldDto = Awaited<ReturnType<BrainService['overview']>>['profile'][number];

export type TemplateDto = {
  id: string;
  title: string;
  description: string;
  category: TemplateCategory;
  /** A person's own may be in one. */
  folder: string | null;
  assistantId: AssistantId;
  tags: readonly string[];
  isPremium: boolean;
  isOwn: boolean;
  readingMinutes: number;
  /** The average of everyone's ratings, with one decimal; null below `RATINGS_SHOWN_FROM` of them. */
  rating: number | null;
  /** How many that average is of, or 0. */
  ratings: number;
  /** Everyone's, as last counted, or the person's own for their own templates. */
  uses: number;
  usedByMe: number;
  isFavorite: boolean;
  /** Null for ours. */
  updatedAt: string | null;
};

export type TemplateContent = {
  /** Empty for a person's own. */
  whenToUse: string;
  text: TemplateText;
  blanks: readonly Blank[];
  /** `business` names an invented business; it is empty for a person's own. */
  example: { business: string; values: BlankValues };
  /** What an edit has to name; null for ours. */
  version: number | null;
};
export type TemplateDetails = TemplateDto & TemplateContent;
/** A template as the list has it, with its owner's rating, which only its page shows. */
export type CatalogEntry = { listed: TemplateDto; myRating: number | null };

/** Where the value of a blank is from: something the team knows, or a field of the profile. */
export type FillSource = { kind: 'fact'; fact: FactDto } | ({ kind: 'profile' } & ProfileFieldDto);
/** What a blank is filled in with, or facts that disagree about it. */
export type FillDto = { value: BlankValue; sources: FillSource[] } | { conflict: true; sources: FillSource[] };

type Known = { activity: ActivityRow | undefined; totals?: TotalsRow | undefined };

const toMine = ({ activity }: Known) => ({
  usedByMe: activity?.uses ?? 0,
  isFavorite: activity?.isFavorite ?? false,
});

export function toBuiltIn(template: Template, known: Known): CatalogEntry {
  const { id, title, description, category, assistantId, tags, isPremium, text } = template;
  const { totals } = known;
  const isRated = totals !== undefined && totals.ratings >= RATINGS_SHOWN_FROM;
  const mine = toMine(known);
  return {
    listed: {
      id,
      title,
      description,
      category,
      folder: null,
      assistantId,
      tags,
      isPremium,
      isOwn: false,
      readingMinutes: minutesToRead(wordsIn(text)),
      rating: isRated ? Math.round((totals.stars / totals.ratings) * 10) / 10 : null,
      ratings: isRated ? totals.ratings : 0,
      // What the person has just done isn't part of the sum yet.
      uses: Math.max(totals?.uses ?? 0, mine.usedByMe),
      ...mine,
      updatedAt: null,
    },
    myRating: known.activity?.stars ?? null,
  };
}

export const builtInContent = ({ whenToUse, text, blanks, example }: Template): TemplateContent => ({
  whenToUse,
  text,
  blanks,
  example,
  version: null,
});

export function toOwn(row: ListedTemplateRow, known: Known): CatalogEntry {
  const { id, title, description, category, tags } = row;
  const mine = toMine(known);
  return {
    listed: {
      id,
      title,
      description,
      category,
      folder: row.folder === '' ? null : row.folder,
      assistantId: row.assistantId,
      tags,
      isPremium: false,
      isOwn: true,
      readingMinutes: minutesToRead(row.words),
      rating: null,
      ratings: 0,
      uses: mine.usedByMe,
      ...mine,
      updatedAt: row.updatedAt.toISOString(),
    },
    myRating: known.activity?.stars ?? null,
  };
}

export function ownContent({ subject, body, version, ...row }: OwnTemplateRow): TemplateContent {
  const blanks = row.blanks as Blank[]; // reason: checked by ownTemplateSchema before it was saved
  const example = { business: '', values: exampleValues(blanks) };
  return { whenToUse: '', text: { subject, body }, blanks, example, version };
}
