import { JSON_TYPE, recipe } from '../recipe.mjs';
import { valueOf } from '../schema-values.mjs';

/** Operations that lock a person's rows in some order: sessions, factors, the account itself. */
const ABOUT_ACCOUNTS =
  /^(?:account|auth\.(?:sign|refresh|factors|reauthentication|recoveryCodes|passkeys\.remove|oauth\.unlink))/;

function callOf({ path, schema }, random, world) {
  const value = schema && valueOf(schema, random, world, { mode: 'valid' });
  return { path, text: value === null ? null : JSON.stringify(value) };
}

/** Simultaneous changes to one person from all their browsers: missing lock orders show up as deadlocks. */
export function stormFamily(random, world) {
  const changes = world.procedures.filter(({ type, path }) => type === 'mutation' && !path.startsWith('visitor'));
  const pool = random.isChance(0.7) ? changes.filter(({ path }) => ABOUT_ACCOUNTS.test(path)) : changes;
  const first = callOf(random.pick(pool), random, world);
  const isSame = random.isChance(0.4);
  const slot = world.slot(random);
  const all = Array.from({ length: random.int(2, 6) }, () => {
    const { path, text } = isSame ? first : callOf(random.pick(pool), random, world);
    const as = { kind: 'cookie', slot: random.pick(world.slotsOf(slot)) };
    return recipe({
      method: 'POST',
      target: `/trpc/${path}`,
      label: `/trpc/${path} (storm)`,
      headers: [JSON_TYPE],
      body: text ?? '',
      as,
    });
  });
  return { ...all[0], also: all.slice(1) };
}
