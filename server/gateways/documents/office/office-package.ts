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
const WANTED = {
  docx: /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/,
  xlsx: /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/_rels\/workbook\.xml\.rels|xl\/(?:worksheets\/)?[^/]+\.xml)$/,
};
/** Office never writes a document type definition; an attacker does, to have entities expand without end. */
const FORBIDDEN = ['<!DOCTYPE', '<!ENTITY'];

export type OfficePackage = { kind: 'docx' | 'xlsx'; parts: Map<string, Buffer> };

function kindOf(zip: ZipArchive): OfficePackage['kind'] {
  const types = zip.read([CONTENT_TYPES]).get(CONTENT_TYPES)?.toString() ?? '';
  const found = MAIN_PARTS.find(([, pattern]) => pattern.test(types));
  if (!found) throw new DocumentRefusal('wrong_type');
  return found[0];
}

/** Opens a Word or Excel file and inflates the parts that hold its text. */
export function openOfficePackage(bytes: Uint8Array): OfficePackage {
  const zip = openZip(bytes);
  const kind = kindOf(zip);
  const parts = zip.read(zip.names.filter((name) => WANTED[kind].test(name)));
  for (const part of parts.values())
    if (FORBIDDEN.some((mark) => part.includes(mark))) throw new DocumentRefusal('broken');
  return { kind, parts };
}

/** The parts as a ZIP file without compression: what the libraries unpack is then what was counted and checked here. */
export function repack(parts: Map<string, Uint8Array>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
}
