/** Each worker has its own product instance with its own data, so that no journey meets what another worker's left behind. */
export const WORKERS = 3;

export const usualPort = (worker: number) => 4310 + 10 * worker;
/** The instance whose clock is moved. Only time.spec.ts uses it: elsewhere it would sign everyone out. */
export const CLOCK_PORT = 4390;

/** Each instance's sandbox is on the next port. */
export const sandboxPort = (port: number) => port + 1;

/** The instance's database, where journeys run on PostgreSQL. */
export const e2eDatabase = (folder: string) => `tenfold_e2e_${folder.replace('-', '_')}`;

/** The port of this worker's instance. */
export const ownPort = () => usualPort(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
export const SANDBOX = `http://127.0.0.1:${sandboxPort(ownPort())}`;
