import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsOf } from './calls.mjs';
import { startCluster } from './cluster.mjs';
import { productionEnvironment, startProduct } from './product.mjs';
import { seedDatabase } from './seed.mjs';

/** Starts one of the bench's own processes and returns its functions, its pid and a way to end it. */
function startHelper(node, file, args = []) {
  const child = fork(join(import.meta.dirname, file), args, { execPath: node, serialization: 'advanced' });
  return { pid: child.pid, call: callsOf(child), stop: () => child.kill('SIGKILL') };
}

const SMALL = 10_000;

/** Everything that the rows need: PostgreSQL with data, the model, the load generator, and a way to start the product. */
export async function createRig({ node, isCached, isLate = () => false }) {
  const stack = new AsyncDisposableStack();
  try {
    const folder = stack.adopt(mkdtempSync(join(tmpdir(), 'tenfold-bench-run-')), (it) =>
      rmSync(it, { recursive: true, force: true }),
    );
    const cluster = stack.adopt(await startCluster({ isCached }), (it) => it.close());
    const seed = (messageCount, keep, partitions = 0) =>
      seedDatabase({ cluster, node, messageCount, isCached: keep, partitions });
    const databaseUrl = await seed(SMALL, false);
    const helper = (file, args) => stack.adopt(startHelper(node, file, args), (it) => it.stop());
    const model = helper('model-server.mjs');
    const modelUrl = await model.call('address');
    const load = helper('load/load.mjs');
    const logFile = join(folder, 'product.log');
    // Code that starts a product stops it; this is for a bench that is interrupted.
    const start = async (options) => stack.adopt(await startProduct({ node, logFile, ...options }), (it) => it.stop());
    const startOn = (url, options = {}) =>
      start({ environmentFor: (port) => productionEnvironment({ databaseUrl: url, modelUrl, port }), ...options });
    const baseline = async (file, args) => {
      const { pid, call } = helper(join('baselines', file), args);
      return { pid, port: await call('port') };
    };
    const rig = { node, isLate, folder, cluster, seed, databaseUrl, model, modelUrl, load, start, startOn, baseline };
    return { ...rig, close: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
