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
/** Other formats that are written in plain text. */
const MARKUP = /^\s*(?:<\?xml|<!doctype|<html|<svg|\{\\rtf|%!PS)/i;

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
  return (await import('./office/read-xlsx.ts')).readXlsx(parts, title, onProgress);
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
  if (file.indexOf(OLE_FILE) === 0)
    throw new DocumentRefusal(file.includes(ENCRYPTED_STREAM) ? 'encrypted' : 'wrong_type');
  // Before the marks of other types: two letters at the beginning of a text may be one of them.
  const text = decodeText(bytes);
  if (text !== null) return readText(text, name, title);
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (!isImageType(mime)) throw new DocumentRefusal('wrong_type');
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
  const isEmpty = document.kind !== 'image' && !document.sections.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (isEmpty) throw new DocumentRefusal('empty');
  return document;
}

/** What V8 says when the stack, an array, a text or a buffer would become too large. */
const RAN_OVER = /call stack|invalid (?:array|string|typed array|array buffer) length|longer than|allocation failed/i;

/** Why reading failed. A parser's own error means that the file isn't what its type says. */
export function problemOf(error: unknown): DocumentProblem {
  if (error instanceof DocumentRefusal) return error.problem;
  return error instanceof Error && RAN_OVER.test(error.message) ? 'too_complex' : 'broken';
}
