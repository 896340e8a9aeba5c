import { afterAll } from 'vitest';
import { createCluster, removeCluster, type Cluster } from './cluster.ts';

let cluster: Promise<Cluster> | undefined;

/** The PostgreSQL of this test file, which no other file restarts under it. Every test has its own database in it. */
export function ownCluster(): Promise<Cluster> {
  cluster ??= createCluster();
  return cluster;
}

afterAll(async () => {
  if (cluster) removeCluster(await cluster);
});
