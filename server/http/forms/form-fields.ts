import type { Context } from 'hono';

/** What a plain form of ours posted. Of a name that comes twice the last counts; other kinds of bodies hold nothing. */
export async function formFields(c: Context): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}
