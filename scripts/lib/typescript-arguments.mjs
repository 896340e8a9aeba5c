import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';

/** Arguments that make Node run one of our TypeScript files, with `.env` if there is one. */
export function typescriptArguments(file, args) {
  const hasEnvFile = existsSync(join(projectRoot, '.env'));
  return ['--disable-warning=ExperimentalWarning', ...(hasEnvFile ? ['--env-file=.env'] : []), file, ...args];
}
