import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import type { DocumentProblem } from '#contract/brain/document-problems.ts';
import { isImageType, readImageSize } from './image-header.ts';
import { type DocumentImage, DocumentRefusal, type DocumentText, type OnProgress } from './reading.ts';
import { decodeText, oneLine } from './text/decode-text.ts';

const OLE_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ZIP_FILE = Buffer.from('PK\u0003\u0004');
const PDF_MARK = '%PDF-';
/** Readers accept a PDF that begins within its first kilobyte. */
const PDF_MARK_WITHIN = 1_024;
/** The stream in which Office keeps a Word or Excel file with a password: an OLE file around it. */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');
/** The streams in which old programs keep their documents. */
const OLD_FILES = [
  ['old_word', 'WordDocument'],
  ['old_excel', 'Workbook'],
  ['old_excel', 'Book'],
  ['other_program', 'PowerPoint Document'],
] as const;
/** Other formats that are written in plain text. */
const RTF_MARK = '{\\rtf';
const PAGE =
  /^\s{0,200}(?:<\?xml[^>]{0,200}>\s{0,200})?(?:<!--[^>]{0,500}-->\s{0,200}){0,5}(?:<!doctype html|<html|<head|<body)/i;
const MARKUP = /^\s{0,200}(?:<\?xml|<!doctype|<svg|%!PS)/i;

/** A page says what it is within its first kilobytes. */
const PAGE_MARK_WITHIN = 4_096;

const hasTextKind = (name: string, pattern: RegExp) => pattern.test(extname(name));

/** Text is a table, Markdown or neither. Only between these the name decides, because nothing in the content has to. */
async function readText(text: string, name: string, title: string): Promise<DocumentText> {
  if (MARKUP.test(text)) throw new DocumentRefusal('wrong_type');
  const { isTable, readCsv } = await import('./text/read-csv.ts');
  if (hasTextKind(name, /^\.(?:csv|tsv)$/i)) return readCsv(text, title);
  const { looksLikeMarkdown, readMarkdown, readPlainText } = await import('./text/read-plain-text.ts');
  if (hasTextKind(name, /^\.(?:md|markdown)$/i) || looksLikeMarkdown(text)) return readMarkdown(text, title);
  return isTable(text) ? readCsv(text, title) : readPlainText(text, title);
}

async function readOffice(bytes: Uint8Array, title: string, onProgress: OnProgress): Promise<DocumentText> {
  const { openOfficePackage } = await import('./office/office-package.ts');
  const { kind, parts } = openOfficePackage(bytes);
  if (kind === 'docx') return (await import('./office/read-docx.ts')).readDocx(parts, title);
  if (kind === 'odt') return (await import('./open-document/read-odt.ts')).readOdt(parts, title);
  if (kind === 'ods') return (await import('./open-document/read-ods.ts')).readOds(parts, title, onProgress);
  if (kind === 'epub') return (await import('./books/read-epub.ts')).readEpub(parts, title, onProgress);
  return (await import('./office/read-xlsx.ts')).readXlsx(parts, title, onProgress);
}

/** What to do about a file of a program from before 2007, or one that is locked. */
function problemOfOldFile(file: Buffer): DocumentProblem {
  if (file.includes(ENCRYPTED_STREAM)) return 'encrypted';
  return OLD_FILES.find(([, stream]) => file.includes(Buffer.from(`${stream}\0`, 'utf16le')))?.[0] ?? 'wrong_type';
}

/** Whether a file is a saved web page. A page without its usual beginning has at least its name. */
function isPage(file: Buffer, name: string): boolean {
  const start = file.toString('latin1', 0, PAGE_MARK_WITHIN).replace('\u00ef\u00bb\u00bf', '');
  return PAGE.test(start) || (hasTextKind(name, /^\.x?html?$/i) && /^\s{0,200}<[a-z!]/i.test(start));
}

async function readByContent(
  bytes: Uint8Array,
  name: string,
  onProgress: OnProgress,
): Promise<DocumentText | DocumentImage> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const title = oneLine(name.slice(0, name.length - extname(name).length)) || oneLine(name);
  if (file.subarray(0, PDF_MARK_WITHIN).includes(PDF_MARK))
    return (await import('./pdf/read-pdf.ts')).readPdf(bytes, title, onProgress);
  if (file.indexOf(ZIP_FILE) === 0) return readOffice(bytes, title, onProgress);
  if (file.indexOf(OLE_FILE) === 0) throw new DocumentRefusal(problemOfOldFile(file));
  if (file.indexOf(RTF_MARK) === 0) return (await import('./text/read-rtf.ts')).readRtf(bytes, title);
  if (isPage(file, name)) return (await import('./text/read-web-text.ts')).readHtmlFile(bytes, title);
  // Before the marks of other types: two letters at the beginning of a text may be one of them.
  const text = decodeText(bytes);
  if (text !== null) return readText(text, name, title);
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!isImageType(mime)) throw new DocumentRefusal(mime.startsWith('image/') ? 'image_type' : 'wrong_type');
  return { kind: 'image', title, mime, ...readImageSize(bytes, mime) };
}

/**
 * Reads a document, whose type is determined from its content, never from its name or what the browser says. Runs in a process of its
 * own (`document-process.ts`): a document can be made to use any amount of time and memory.
 */
export async function readDocumentHere(
  bytes: Uint8Array,
  name: string,
  onProgress: OnProgress,
): Promise<DocumentText | DocumentImage> {
  const document = await readByContent(bytes, name, onProgress);
  if (document.kind === 'image') return document;
  const { leftOut = {}, scans = [], ...text } = document;
  const isEmpty = scans.length === 0 && !text.sections.some((section) => /[\p{L}\p{N}]/u.test(section.text));
  if (isEmpty) throw new DocumentRefusal('empty');
  return {
    ...text,
    ...(Object.keys(leftOut).length > 0 ? { leftOut } : {}),
    ...(scans.length > 0 ? { scans } : {}),
  };
}

/** What V8 says when the stack, an array, a text or a buffer would become too large. */
const RAN_OVER = /call stack|invalid (?:array|string|typed array|array buffer) length|longer than|allocation failed/i;

/** Why reading failed. A parser's own error means that the file isn't what its type says. */
export function problemOf(error: unknown): DocumentProblem {
  if (error instanceof DocumentRefusal) return error.problem;
  return error instanceof Error && RAN_OVER.test(error.message) ? 'too_complex' : 'broken';
}
