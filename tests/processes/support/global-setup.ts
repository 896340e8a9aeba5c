import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { createCluster, removeCluster, type Cluster } from './cluster.ts';
import { createEmbeddedTemplate } from './embedded-template.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- reason: only an interface can be merged into vitest's
  interface ProvidedContext {
    cluster: Cluster;
    embeddedTemplate: string;
  }
}

/** One PostgreSQL for the whole run; every test has its own database in it. */
export async function setup(project: TestProject): Promise<() => void> {
  const cluster = await createCluster();
  try {
    const embeddedTemplate = await createEmbeddedTemplate();
    project.provide('cluster', cluster);
    project.provide('embeddedTemplate', embeddedTemplate);
    return () => {
      removeCluster(cluster);
      rmSync(embeddedTemplate, { recursive: true, force: true });
    };
  } catch (error) {
    removeCluster(cluster);
    throw error;
  }
}
