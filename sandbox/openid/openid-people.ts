import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How many people are offered again. */
const REMEMBERED = 5;

export type OpenIdPerson = { email: string; name: string };
export type OpenIdPeople = {
  list: () => Promise<OpenIdPerson[]>;
  remember: (person: OpenIdPerson) => Promise<void>;
};

const peopleSchema = z.array(z.object({ email: z.string(), name: z.string() }));

/** The people who signed in here recently, newest first, stored in `directory`, so that next time one click is enough. */
export function openOpenIdPeople(directory: string): OpenIdPeople {
  const file = join(directory, 'openid-people.json');
  let last = Promise.resolve();

  async function list(): Promise<OpenIdPerson[]> {
    try {
      return peopleSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch {
      return [];
    }
  }

  async function store(person: OpenIdPerson): Promise<void> {
    const others = (await list()).filter((one) => one.email.toLowerCase() !== person.email.toLowerCase());
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify([person, ...others].slice(0, REMEMBERED)), { mode: 0o600 });
  }

  return {
    list,
    remember: (person) => {
      const done = last.then(() => store(person));
      last = done.catch(() => {});
      return done;
    },
  };
}
