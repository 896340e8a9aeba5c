import { DOCUMENT_PROBLEMS, type DocumentProblem } from './document-problems.ts';
import { PAGE_PROBLEMS, type PageProblemCode } from './page-problems.ts';

/** What a team reads: a file that was uploaded, one web page, or a small site. */
export const SOURCE_KINDS = ['file', 'page', 'site'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];
/** What a file can be added for: the whole team, or only the chat that it is attached to. */
export const UPLOAD_SCOPES = ['team', 'chat'] as const;
export type UploadScope = (typeof UPLOAD_SCOPES)[number];
/** Who can use a source. Nobody can while it's held: its owner is asked whether it replaces a file of the same name. */
export const SOURCE_SCOPES = [...UPLOAD_SCOPES, 'held'] as const;
export type SourceScope = (typeof SOURCE_SCOPES)[number];
export const SOURCE_STATES = ['waiting', 'reading', 'ready', 'failed'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];
/** What a source is counted in. */
export type SourceUnit = 'page' | 'row' | 'sheet' | 'section';

/** How many sources one person can have. */
export const SOURCES_MAX = 500;
/** The maximum number of pages that are read from one site. */
export const SITE_PAGES_MAX = 50;
/** The error for choosing more pages than that, or pages that the site doesn't have. */
export const CHOOSE_FROM_LIST = `Please choose up to ${SITE_PAGES_MAX - 1} pages from the list.`;
/** How many passages a page of a source shows. */
export const PASSAGES_PAGE = 40;
/** Maximum number of differences of each kind that are listed between two versions of a file. */
export const COMPARED_MAX = 200;
export const SOURCE_NAME_MAX = 200;
export const SOURCE_ADDRESS_MAX = 2_000;
/**
 * How many uploads one person can start within an hour, finished or not. A shop that adds all of its documents on its
 * first day stays below this. Each upload costs the database up to 20 MB of writes, even if the file is removed right
 * away.
 */
export const UPLOADS_PER_HOUR = 200;
/** How many files one person can upload at the same time; the next one waits. */
export const UPLOADS_AT_A_TIME = 2;

/** Problems that say nothing about the document or page. */
const OUR_PROBLEMS = {
  unread: 'We couldn’t read it this time. That’s on us, so please add it again.',
  images_off: 'Your team can’t look at pictures right now. Please add it again later.',
  images_refused: 'Your team can’t look at pictures. Add a text or PDF version of it.',
  scan_refused: 'It’s a scan, and your team can’t look at pictures. Add a version with selectable text.',
  image_too_heavy: 'This picture is larger than 5 MB. Save a smaller copy and add that.',
  already_added: 'You already have this page.',
  storage_full: 'It’s larger than the storage that’s left on your plan. Remove something, then add it again.',
} as const;

export type SourceProblem = `file_${DocumentProblem}` | `page_${PageProblemCode}` | keyof typeof OUR_PROBLEMS;

const SENTENCES = new Map<string, string>([
  ...Object.entries(DOCUMENT_PROBLEMS).map(([code, text]) => [`file_${code}`, text] as const),
  ...Object.entries(PAGE_PROBLEMS).map(([code, text]) => [`page_${code}`, text] as const),
  ...Object.entries(OUR_PROBLEMS),
]);
/** What the owner reads about a problem. */
export const sourceProblemText = (code: string): string => SENTENCES.get(code) ?? OUR_PROBLEMS.unread;

/** The path of a file, to which it is sent (POST) and from which it is downloaded (GET). */
export const sourceFilePath = (sourceId: string): string => `/brain/files/${sourceId}`;
