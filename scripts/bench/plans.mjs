/** Tables that grow with what people write. */
const LARGE = ['messages', 'turns', 'conversations'];

const SETTINGS = {
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  // Says which parts of a plan were executed.
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
};

/** From now on, the query plans of every new connection are written to PostgreSQL's log. */
export async function logPlans(admin, database) {
  for (const [name, value] of Object.entries(SETTINGS))
    await admin.unsafe(`alter database "${database}" set ${name} = ${value}`);
}

export async function stopLoggingPlans(admin, database) {
  for (const name of Object.keys(SETTINGS)) await admin.unsafe(`alter database "${database}" reset ${name}`);
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
