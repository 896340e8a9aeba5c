import { runOnBuild } from './run-on-build.mjs';

await runOnBuild('scripts/bench/main.mjs');
