import { runOnBuild } from './run-on-build.mjs';

// The tests of the bundle and of the rendered pages need the built product.
await runOnBuild('node_modules/vitest/vitest.mjs', 'run');
