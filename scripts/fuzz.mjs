import { runOnBuild } from './run-on-build.mjs';

await runOnBuild('--disable-warning=ExperimentalWarning', 'scripts/lib/run-script.ts', 'scripts/fuzz/main.mjs');
