import { runOnBuild } from './run-on-build.mjs';

await runOnBuild('--disable-warning=ExperimentalWarning', 'scripts/fuzz/main.mjs');
