/** What makes two lines of the log the same error: the event, the error's name, and the first place in our own code. */
export function logSignature({ event, msg, err }) {
  const lines = String(err?.stack ?? '').split('\n');
  const own =
    lines.find((line) => /\/(?:server|db)\/(?!entry-server)/.test(line) && !line.includes('node_modules')) ??
    lines[0] ??
    '';
  const place = own.replace(/^\s*at /, '').replace(/file:\/\/\S*?\/(server|db|node_modules)\//, '$1/');
  // Which edge noticed it says little where our own code is named.
  return [place === '' || place.includes('node_modules') ? (event ?? msg) : null, err?.name, err?.code, place]
    .filter(Boolean)
    .join(' · ');
}
