import { FileImage, FileSpreadsheet, FileText, Globe } from 'lucide-react';
import type { Source } from '#src/domain/brain/source.ts';

const TABLE = /\.(?:xlsx|ods|csv|tsv)$/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;

/** A table, a picture, another document, or a page. */
export function SourceIcon({ kind, name }: Pick<Source, 'kind' | 'name'>) {
  const ofFile = TABLE.test(name) ? FileSpreadsheet : IMAGE.test(name) ? FileImage : FileText;
  const Icon = kind === 'file' ? ofFile : Globe;
  return <Icon className="icon" aria-hidden="true" />;
}
