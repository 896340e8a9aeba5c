import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { createEmbeddedTemplate } from './embedded-template.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- reason: only an interface can be merged into vitest's
  interface ProvidedContext {
    embeddedTemplate: string;
  }
}

/** One migrated embedded database, which every test copies. */
export async function setup(project: TestProject): Promise<() => void> {
  const embeddedTemplate = await createEmbeddedTemplate();
  project.provide('embeddedTemplate', embeddedTemplate);
  return () => rmSync(embeddedTemplate, { recursive: true, force: true });
}
