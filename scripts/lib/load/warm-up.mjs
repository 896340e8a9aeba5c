const ROUNDS = 3;

/** Requests each page a few times, signed out and in: the first responses of a new process are slow for reasons of their own. */
export async function warmUp({ port, paths, cookie }) {
  const plain = paths.filter((path) => !path.includes('$'));
  for (const path of Array.from({ length: ROUNDS }, () => plain).flat()) {
    for (const headers of [{}, { cookie }]) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' });
      await answer.arrayBuffer();
    }
  }
}
