import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';
import { businessesSchema, evalSetSchema, type Business, type EvalSet } from './eval-case.ts';

const FOLDER = join(import.meta.dirname, 'sets');
const BUSINESSES = 'businesses.json';

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

/** The invented businesses and the sets, in the order of the table of assistants. Throws with the path of whatever doesn't fit the schema. */
export function readSets(): { businesses: Map<string, Business>; sets: EvalSet[] } {
  const businesses = new Map(Object.entries(businessesSchema.parse(readJson(BUSINESSES))));
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== BUSINESSES);
  const sets = names.map((name) => {
    const { data, error } = evalSetSchema.safeParse(readJson(name));
    if (data === undefined) throw new Error(`sets/${name}: ${error.message}`);
    for (const one of data.cases)
      if (!businesses.has(one.business)) throw new Error(`sets/${name}: ${one.name}: no business ${one.business}`);
    return data;
  });
  const order = (set: EvalSet) => ASSISTANT_IDS.indexOf(set.assistant);
  return { businesses, sets: sets.toSorted((one, other) => order(one) - order(other)) };
}
