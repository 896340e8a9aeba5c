import { runOnBuild } from './run-on-build.mjs';

await runOnBuild('--disable-warning=ExperimentalWarning', 'scripts/stress/main.mjs');
