import { zipSync } from 'fflate';
import { DocumentRefusal } from '../reading.ts';
import { openZip, type ZipArchive } from './zip-archive.ts';

const CONTENT_TYPES = '[Content_Types].xml';
/** The content types of the main part, with and without macros, and of templates. The binary kind of workbook isn't XML. */
const MAIN_PARTS = [
  [
    'docx',
    /wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main\+xml/,
  ],
  ['xlsx', /spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.macroEnabled\.main\+xml/],
] as const;
/** The parts that hold text. Macros, embedded files, pictures, charts and pivot caches are never inflated. */
const WANTED: Record<Kind, RegExp> = {
  docx: /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/,
  xlsx: /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/_rels\/workbook\.xml\.rels|xl\/(?:worksheets\/)?[^/]+\.xml)$/,
  odt: /^(?:content|styles|META-INF\/manifest)\.xml$/,
  ods: /^(?:content|styles|META-INF\/manifest)\.xml$/,
  epub: /^META-INF\/[^/]+\.xml$|\.(?:opf|x?html?|xml)$/i,
};
/** Office never writes a document type definition; an attacker does, to have entities expand without end. */
const FORBIDDEN = ['<!DOCTYPE', '<!ENTITY'];

/**
 * How these files declare their type: OpenDocument files and EPUBs in a separate part, the others in their
 * lists of parts.
 */
const MIMETYPE = 'mimetype';
const MANIFEST = 'META-INF/manifest.xml';
const MIMETYPES: [Kind, RegExp][] = [
  ['odt', /^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/],
  ['ods', /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/],
  ['epub', /^application\/epub\+zip$/],
];
/** Slides and drawings of each office program, and Apple's own files. */
const OF_OTHER_PROGRAMS = /presentationml|ms-powerpoint|opendocument\.(?:presentation|graphics)/;
const APPLE_PART = /^(?:Index\.zip|Index\/Document\.iwa)$/;
const BINARY_WORKBOOK = /ms-excel\.sheet\.binary/;

type Kind = 'docx' | 'xlsx' | 'odt' | 'ods' | 'epub';
export type OfficePackage = { kind: Kind; parts: Map<string, Buffer> };

function kindOf(zip: ZipArchive): Kind {
  const types = zip.read([CONTENT_TYPES]).get(CONTENT_TYPES)?.toString() ?? '';
  const mimetype = zip.read([MIMETYPE]).get(MIMETYPE)?.toString().trim() ?? '';
  const found =
    MAIN_PARTS.find(([, pattern]) => pattern.test(types)) ?? MIMETYPES.find(([, pattern]) => pattern.test(mimetype));
  if (found) return found[0];
  if (BINARY_WORKBOOK.test(types)) throw new DocumentRefusal('old_excel');
  const isOther = OF_OTHER_PROGRAMS.test(types + mimetype) || zip.names.some((name) => APPLE_PART.test(name));
  throw new DocumentRefusal(isOther ? 'other_program' : 'wrong_type');
}

/** Opens a file of an office program, or a book, and inflates the parts that hold its text. */
export function openOfficePackage(bytes: Uint8Array): OfficePackage {
  const zip = openZip(bytes);
  const kind = kindOf(zip);
  const parts = zip.read(zip.names.filter((name) => WANTED[kind].test(name)));
  if (parts.get(MANIFEST)?.includes('encryption-data')) throw new DocumentRefusal('encrypted');
  // A book's pages begin with a DOCTYPE; their entities aren't expanded.
  if (kind === 'epub') return { kind, parts };
  for (const part of parts.values())
    if (FORBIDDEN.some((mark) => part.includes(mark))) throw new DocumentRefusal('broken');
  return { kind, parts };
}

/** The parts as a ZIP file without compression: what the libraries unpack is then what was counted and checked here. */
export function repack(parts: Map<string, Uint8Array>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
}
