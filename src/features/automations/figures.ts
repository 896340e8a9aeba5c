/** What figures are computed from. */
type Ran = { runs: number; succeeded: number };

/** `89%`, or a dash where nothing has run. Only a clean record is 100%, and only a record without a success is 0%. */
export function shareText({ runs, succeeded }: Ran): string {
  if (runs === 0) return '–';
  const share = Math.round((succeeded / runs) * 100);
  if (share === 100 && succeeded < runs) return '99%';
  return share === 0 && succeeded > 0 ? '1%' : `${share}%`;
}

/** The summary of the rows on the page. The rate is that of all their runs together. */
export function summaryOf(rows: readonly (Ran & { isOn: boolean })[]) {
  const runs = rows.reduce((sum, row) => sum + row.runs, 0);
  const succeeded = rows.reduce((sum, row) => sum + row.succeeded, 0);
  return { active: rows.filter(({ isOn }) => isOn).length, runs, rate: shareText({ runs, succeeded }) };
}

type Usage = { used: number; limit: number | 'unlimited' };
/** `2 of 3 active`, or `2 active` where the plan has no limit. Beside samples, which seem active too, whose it counts. */
export function activeText({ used, limit }: Usage, hasSamples = false): string {
  const text = limit === 'unlimited' ? `${used} active` : `${used} of ${limit} active`;
  return hasSamples ? `Yours: ${text}` : text;
}
