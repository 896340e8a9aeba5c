import type { Sql } from 'postgres';

/** What the waiting statements wait for. */
const LOCK = 20_261;

/** A step of a run, and what is about to be written about it. */
export type StatementStop = { runId: string; key: string; status: string };

/**
 * Stops a process in the middle of the transaction that writes something about a step: everything before it is done, and none of it is
 * committed. A process has three connections for runs, so no more than three may stop in one.
 */
export async function createStatementStops(sql: Sql) {
  await sql`create table statement_stops (run_id uuid, key text, status text)`;
  await sql`select pg_advisory_lock(${LOCK})`;
  await sql.unsafe(`
    create function stop_statement() returns trigger language plpgsql as $$
    begin
      if exists (select from statement_stops where run_id = new.run_id and key = new.key and status = new.status) then
        perform set_config('lock_timeout', '0', true);
        perform pg_advisory_xact_lock_shared(${LOCK});
      end if;
      return new;
    end $$;
    create trigger stop_statement before insert or update on automation_run_steps for each row execute function stop_statement()`);
  const waiting = () => sql<{ pid: number }[]>`
    select pid from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  return {
    stopAt: async (...stops: StatementStop[]): Promise<void> => {
      for (const { runId, key, status } of stops)
        await sql`insert into statement_stops values (${runId}, ${key}, ${status})`;
    },
    stopped: async (): Promise<number> => (await waiting()).length,
    /** The processes are dead: ends their connections, as PostgreSQL does once it notices. */
    breakOff: async (): Promise<void> => {
      await sql`delete from statement_stops`;
      for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid}, 5000)`;
    },
    /** Lets the statements continue. */
    letPass: async (): Promise<void> => {
      await sql`delete from statement_stops`;
      await sql`select pg_advisory_unlock(${LOCK})`;
      await sql`select pg_advisory_lock(${LOCK})`;
    },
  };
}
