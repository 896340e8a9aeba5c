import { serveReadings } from '../reading-process/serve-readings.ts';
import type { DocumentPart, DocumentRequest, DocumentResult } from './process-messages.ts';

const BATCH = 500;

serveReadings<DocumentRequest, DocumentPart, DocumentResult>(async ({ bytes, name }, report) => {
  const { readDocumentHere, problemOf } = await import('./read-document.ts');
  try {
    const document = await readDocumentHere(bytes, name, (progress) => void report({ progress }));
    if (document.kind === 'image') return document;
    const { sections, scans = [], ...rest } = document;
    for (let from = 0; from < sections.length; from += BATCH)
      await report({ sections: sections.slice(from, from + BATCH) });
    for (const scan of scans) await report({ scan });
    return rest;
  } catch (error) {
    return { kind: 'refused', problem: problemOf(error) };
  }
});
