import { type Change, openJournal } from './journal.ts';
import { ROWS_MAX, ROWS_MAX_ELSE, TABLE_NAMES, type TableName, type Tables } from './tables.ts';

/** The account's rows. They are never changed in place: `put` and `patch` store new ones, so that a failure can be undone. */
export type Store = {
  find: <K extends TableName>(table: K, id: string) => Tables[K] | undefined;
  /** Oldest first. */
  list: <K extends TableName>(table: K) => Tables[K][];
  put: <K extends TableName>(table: K, row: Tables[K]) => Tables[K];
  patch: <K extends TableName>(table: K, id: string, changes: Partial<Tables[K]>) => Tables[K];
  remove: (table: TableName, id: string) => void;
  /** A number that changes with every change. */
  version: () => number;
  /** Applies all of it or, if it throws, nothing. */
  atomically: <T>(work: () => T) => T;
  /** Runs it, keeps the answer and undoes the changes. */
  rehearse: <T>(work: () => T) => T;
  /** Resolves when everything so far is on disk. */
  commit: () => Promise<void>;
};

type Row = { id: string };
type Rows = Map<string, Row>;

export async function openStore(directory: string): Promise<Store> {
  const tables = new Map<TableName, Rows>(TABLE_NAMES.map((name) => [name, new Map()]));
  const rowsOf = (table: TableName): Rows => tables.get(table)!; // reason: there is one for every name
  const readAll = () => [...tables].flatMap(([table, rows]) => [...rows].map(([id, row]): Change => [table, id, row]));
  const journal = await openJournal(directory, readAll);
  for (const [table, id, row] of journal.changes) {
    const rows = tables.get(table as TableName); // reason: an unknown name gives undefined
    if (row === null) rows?.delete(id);
    else rows?.set(id, row as Row); // reason: only this file writes the journal
  }
  journal.changes.length = 0;

  let undo: (() => void)[] = [];
  let version = 0;
  const dirty = new Set<string>();
  const mark = (table: TableName, id: string, back: () => void) => {
    dirty.add(`${table} ${id}`);
    version += 1;
    undo.push(back);
  };
  /** Remembers the current state; calling the result restores it. Undone changes need not be written either. */
  const checkpoint = () => {
    const length = undo.length;
    const written = new Set(dirty);
    return () => {
      while (undo.length > length) undo.pop()?.();
      dirty.clear();
      for (const key of written) dirty.add(key);
      version += 1;
    };
  };
  const remove = (table: TableName, id: string) => {
    const rows = rowsOf(table);
    if (!rows.has(id)) return;
    // The order of the rows is the order of lists, so it has to be restored as well.
    const before = [...rows];
    rows.delete(id);
    mark(table, id, () => {
      rows.clear();
      for (const [key, row] of before) rows.set(key, row);
    });
  };
  /** Makes room by dropping the first row. This happens with every new row of a full table, so it copies nothing unless undone. */
  const evict = (table: TableName, rows: Rows) => {
    const [first] = rows;
    if (!first) return;
    rows.delete(first[0]);
    mark(table, first[0], () => {
      const rest = [...rows];
      rows.clear();
      for (const [key, row] of [first, ...rest]) rows.set(key, row);
    });
  };
  const put = <K extends TableName>(table: K, row: Tables[K]): Tables[K] => {
    const rows = rowsOf(table);
    const { id } = row;
    const before = rows.get(id);
    rows.set(id, row);
    mark(table, id, () => {
      if (before) rows.set(id, before);
      else rows.delete(id);
    });
    if (rows.size > (ROWS_MAX[table] ?? ROWS_MAX_ELSE)) evict(table, rows);
    return row;
  };
  const find = <K extends TableName>(table: K, id: string) => rowsOf(table).get(id) as Tables[K] | undefined; // reason: put keeps the types apart
  return {
    find,
    list: <K extends TableName>(table: K) => [...rowsOf(table).values()] as Tables[K][], // reason: put keeps the types apart
    put,
    patch: (table, id, changes) => {
      const before = find(table, id);
      if (!before) throw new Error(`The sandbox has no row ${id} in ${table}`);
      return put(table, { ...before, ...changes });
    },
    remove,
    version: () => version,
    atomically: (work) => {
      const goBack = checkpoint();
      try {
        return work();
      } catch (error) {
        goBack();
        throw error;
      }
    },
    rehearse: (work) => {
      const goBack = checkpoint();
      try {
        return work();
      } finally {
        goBack();
      }
    },
    commit: () => {
      undo = [];
      if (dirty.size === 0) return journal.flush();
      const changes = [...dirty].map((key): Change => {
        // An id may contain spaces (people choose idempotency keys), a table's name can't.
        const [table, id] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
        return [table, id, tables.get(table as TableName)?.get(id) ?? null]; // reason: an unknown name gives undefined
      });
      dirty.clear();
      return journal.append(changes);
    },
  };
}
