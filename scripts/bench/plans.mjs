/** Tables that grow with what people write. */
const LARGE = ['messages', 'turns', 'conversations'];

/** From now on, the query plans of every new connection are written to PostgreSQL's log. */
export async function logPlans(admin, database) {
  await admin.unsafe(`alter database "${database}" set auto_explain.log_min_duration = 0`);
  await admin.unsafe(`alter database "${database}" set auto_explain.log_format = 'json'`);
}

export async function stopLoggingPlans(admin, database) {
  await admin.unsafe(`alter database "${database}" reset all`);
}

function* nodesOf(plan) {
  yield plan;
  for (const child of plan.Plans ?? []) yield* nodesOf(child);
}

/** The plans that auto_explain wrote: continuation lines begin with a tab. */
export function readPlans(log) {
  const blocks = log.matchAll(/ plan:\n((?:\t.*\n)+)/g);
  return [...blocks].map(([, block]) => {
    const { 'Query Text': sql, Plan: plan } = JSON.parse(block.replaceAll(/^\t/gm, ''));
    const scanned = [...nodesOf(plan)].filter((node) => node['Node Type'] === 'Seq Scan');
    return {
      sql,
      seqScans: [...new Set(scanned.map((node) => node['Relation Name']))].filter((it) => LARGE.includes(it)),
    };
  });
}
