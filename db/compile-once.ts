import type { CompiledQuery } from 'kysely';
import type { Db } from './client.ts';

/** A placeholder for a parameter in a query that is compiled before its values are known. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const texts = new Set<string>();

/** Whether a statement is compiled only once. */
export const isCompiledOnce = (text: string): boolean => texts.has(text);

type ParamOf<P> = <K extends keyof P & string>(name: K) => P[K];

/** A hot query that is built and compiled on its first run; later runs only fill in its parameters. */
export function compileOnce<P extends Record<string, unknown>, R>(
  build: (db: Db, param: ParamOf<P>) => CompiledQuery<R>,
): (db: Db, params: P) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined;
  return async (db, params) => {
    compiled ??= build(db, (name) => new Slot(name) as never); // reason: stands where the value's type is asked for
    texts.add(compiled.sql);
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? params[value.name] : value));
    const { rows } = await db.executeQuery<R>({ ...compiled, parameters });
    return rows;
  };
}
