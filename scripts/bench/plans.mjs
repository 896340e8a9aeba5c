/** Tables that grow with what people write. */
const LARGE = ['messages', 'turns', 'conversations'];

/** From now on, the query plans of every new connection are written to PostgreSQL's log. */
export async function logPlans(admin, database) {
  await admin.unsafe(`alter database "${database}" set auto_explain.log_min_duration = 0`);
  await admin.unsafe(`alter database "${database}" set auto_explain.log_format = 'json'`);
  // Says which parts of a plan were executed.
  await admin.unsafe(`alter database "${database}" set auto_explain.log_analyze = on`);
  await admin.unsafe(`alter database "${database}" set auto_explain.log_timing = off`);
}

export async function stopLoggingPlans(admin, database) {
  await admin.unsafe(`alter database "${database}" reset all`);
}

function* nodesOf(plan) {
  yield plan;
  for (const child of plan.Plans ?? []) yield* nodesOf(child);
}

/** The name of a partition ends with its number. */
const partitionOf = (name) => /_(\d+)$/.exec(name)?.[1];
const wholeOf = (name) => name.replace(/_\d+$/, '');

/** The plans that auto_explain wrote: continuation lines begin with a tab. `isRequest`: somebody waited for it. */
export function readPlans(log) {
  const blocks = log.matchAll(/^(.*) plan:\n((?:\t.*\n)+)/gm);
  return [...blocks].map(([, heading, block]) => {
    const { 'Query Text': sql, Plan: plan } = JSON.parse(block.replaceAll(/^\t/gm, ''));
    const nodes = [...nodesOf(plan)].filter((node) => node['Relation Name'] !== undefined);
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    const executed = nodes.filter((node) => node['Actual Loops'] > 0);
    const partitions = executed.map((node) => partitionOf(node['Relation Name'])).filter((it) => it !== undefined);
    return {
      sql,
      isRequest: heading.includes('tenfold request'),
      seqScans: [...new Set(scanned)].filter((name) => LARGE.includes(wholeOf(name))),
      partitions: [...new Set(partitions)],
    };
  });
}
