import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../lib/project.mjs';

function systemName() {
  if (!existsSync('/etc/os-release')) return `${type()} ${release()}`;
  return /^PRETTY_NAME="(.+)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? type();
}

/** Where, when and on what machine the figures were measured. */
export function describeMachine({ postgresVersion, seconds, isLarge }) {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  return {
    date: new Date().toISOString().slice(0, 10),
    command: isLarge ? 'npm run bench:large' : 'npm run bench',
    machine: `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB memory`,
    versions: `Tenfold ${version}, Node ${process.versions.node}, PostgreSQL ${postgresVersion.split(' ')[0]}, ${systemName()}`,
    seconds: Math.round(seconds),
  };
}
