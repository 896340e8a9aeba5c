import { LIVE_FACT_STATES, type FactKind, type FactState } from '#contract/brain/brain.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { SourceKind } from '#contract/brain/sources.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { PROFILE_LABELS, type ProfileField } from '#server/prompts/profile-block.ts';
import type { FactRow } from '#db/queries/brain/facts.ts';
import type { PassageRow } from '#db/queries/brain/source-passages.ts';

export type FactDto = {
  id: string;
  /** How answers cite it: `citationOf('fact', number)`. */
  number: number;
  kind: FactKind;
  subject: string;
  /** Which property of its subject it is about ("price"), or empty. */
  attribute: string;
  /** The short value of that property ("$42"), or empty. */
  value: string;
  /** The figure in `value` as a decimal, if there is exactly one, and what it counts ("USD"). */
  quantity: string | null;
  unit: string;
  statement: string;
  state: FactState;
  /** A document, page or automation says so, and its owner hasn't confirmed it. */
  isSuggestion: boolean;
  /**
   * The owner said so in a chat. It counts, though they have neither confirmed it nor asked for it to be remembered.
   */
  isSaid: boolean;
  /** The team doesn't rely on it until its owner settles the conflict. */
  isDisputed: boolean;
  /** `conversationId` is null if it wasn't said in a conversation, or that is gone; `sourceId` likewise for a document or page. */
  source: {
    kind: FactRow['source'];
    assistantId: AssistantId | null;
    conversationId: string | null;
    messageId: string | null;
    sourceId: string | null;
    passageId: string | null;
    /** The file's name, or the page's title or address. */
    name: string | null;
    place: PlaceDto | null;
  };
  /** The words of the source that say so, or empty. */
  quote: string;
  learnedAt: string;
  /** Days, as YYYY-MM-DD, where the source gives them. */
  validFrom: string | null;
  validUntil: string | null;
  isPinned: boolean;
  /** Its owner said that the team may use the Wi-Fi password or bank account in it. */
  isShareable: boolean;
  /** The newest fact that this one replaced; it can be brought back. */
  replaced: EarlierFactDto | null;
  /** The whole chain of facts it replaced, newest first. */
  history: EarlierFactDto[];
  /** What its subject was called before, if it has got another name, and until when. */
  formerName: { name: string; until: string | null } | null;
};

/** What was known before; `until` is when it was replaced: a moment, or a day as YYYY-MM-DD. */
export type EarlierFactDto = { id: string; statement: string; value: string; until: string };

/** Where in a document something is said. */
export type PlaceDto = { page?: number; sheet?: string; row?: number; heading?: string };

/** A piece of a document or page, as it was read. */
export type PassageDto = {
  id: string;
  /** How answers cite it. */
  number: number;
  sourceId: string;
  sourceName: string;
  kind: SourceKind;
  /** The web page that it is from. */
  url: string | null;
  /** The headings above it, outermost first. */
  headings: string[];
  /** Where it begins. */
  place: PlaceDto;
  text: string;
  readAt: string | null;
};

type PassagePlace = Pick<PassageRow, 'headings' | 'page' | 'sheet' | 'rows'>;
const toPlace = ({ headings, page, sheet }: PassagePlace, row: number | undefined): PlaceDto => {
  const heading = headings.at(-1);
  return {
    ...(page === null ? {} : { page }),
    ...(sheet === null ? {} : { sheet }),
    ...(row === undefined ? {} : { row }),
    ...(heading === undefined ? {} : { heading }),
  };
};

export function toPassage(row: PassageRow): PassageDto {
  const { id, number, sourceId, sourceName, kind, url, headings, text, readAt } = row;
  return {
    id,
    number,
    sourceId,
    sourceName,
    kind,
    url,
    headings,
    place: toPlace(row, row.rows[0]),
    text,
    readAt: readAt?.toISOString() ?? null,
  };
}

/** The row of a table that has these words. */
function rowOf({ rows, text }: NonNullable<FactRow['place']>, quote: string): number | undefined {
  const line = (text ?? '').split('\n').findIndex((one) => one.toLowerCase().includes(quote.toLowerCase()));
  return rows[Math.max(line, 0)];
}

/** A field of the profile that is filled in. */
export type ProfileFieldDto = { field: ProfileField; label: string; value: string };

export function toProfileFields(facts: Record<ProfileField, string>): ProfileFieldDto[] {
  const fields = Object.entries(PROFILE_LABELS) as [ProfileField, string][]; // reason: the keys of PROFILE_LABELS are ProfileField
  return fields.flatMap(([field, label]) => (facts[field] === '' ? [] : [{ field, label, value: facts[field] }]));
}

/** Facts that disagree, the newest first. */
export type ConflictDto = { id: string; question: string; facts: FactDto[] };

export function toFact(row: FactRow): FactDto {
  const { id, number, kind, subject, attribute, value, quantity, unit, statement, state, quote } = row;
  const { validFrom, validUntil, isPinned, isSuggestion, isSaid, isDisputed, isShareable } = row;
  const toUntil = (until: string) => (until.includes('T') ? new Date(until).toISOString() : until);
  const history = row.history.map((earlier) => ({ ...earlier, until: toUntil(earlier.until) }));
  return {
    id,
    number,
    kind,
    subject,
    attribute,
    value,
    quantity,
    unit,
    statement,
    state,
    isSuggestion,
    isSaid,
    isDisputed,
    source: {
      kind: row.source,
      assistantId: row.assistantId,
      conversationId: row.conversationId,
      messageId: row.messageId,
      sourceId: row.sourceId,
      passageId: row.passageId,
      name: row.sourceName,
      place: row.place && toPlace(row.place, rowOf(row.place, quote)),
    },
    quote,
    learnedAt: row.learnedAt.toISOString(),
    validFrom,
    validUntil,
    // A replaced or forgotten fact keeps its pin for when it is brought back.
    isPinned: isPinned && LIVE_FACT_STATES.some((live) => live === state),
    isShareable,
    replaced: history[0] ?? null,
    history,
    formerName: row.formerName && {
      name: row.formerName.name,
      until: row.formerName.until === null ? null : toUntil(row.formerName.until),
    },
  };
}

/** Conflicts with more than one fact; those of each in the order given. */
export function toConflicts(rows: FactRow[]): ConflictDto[] {
  const groups = Map.groupBy(rows, ({ conflictId }) => conflictId ?? '');
  const conflicts = [...groups].filter(([, facts]) => facts.length > 1);
  return conflicts.map(([id, facts]) => ({
    id,
    question:
      facts.find(({ question }) => question !== '')?.question ??
      `What’s right about ${quotedName(facts[0]?.subject ?? '')}?`,
    facts: facts.map(toFact),
  }));
}
