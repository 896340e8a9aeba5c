import { createInterface } from 'node:readline/promises';
import { DEMO, DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import type { SessionOptions } from '../client/session.ts';

/** Where Tenfold is and who asks, from the environment; defaults to the demo account of `npm start`. */
export function settingsFrom(environment: Record<string, string | undefined>): SessionOptions {
  const { TENFOLD_URL: url, TENFOLD_EMAIL: email, TENFOLD_PASSWORD: password } = environment;
  const refreshToken = environment['TENFOLD_REFRESH_TOKEN'];
  return {
    url: url ?? 'http://localhost:3000',
    credentials: refreshToken ? { refreshToken } : { email: email ?? DEMO.email, password: password ?? DEMO_PASSWORD },
    secondFactorCode: async ({ name }) => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const code = await terminal.question(`Code of "${name}": `);
      terminal.close();
      return code;
    },
  };
}
