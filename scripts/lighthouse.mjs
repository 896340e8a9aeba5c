import { runOnBuild } from './run-on-build.mjs';

await runOnBuild('scripts/lighthouse/main.mjs');
