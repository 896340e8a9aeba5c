import { randomUUID } from 'node:crypto';
import type { SourceDto } from '#server/modules/brain/sources/source.dto.ts';
import type { Browser } from '#tests/support/test-app.ts';

type Upload = { id?: string; name?: string; conversation?: string; headers?: Record<string, string> };

/** Sends a file as a browser does. */
export const upload = (
  { request }: Pick<Browser, 'request'>,
  content: Uint8Array | string,
  { id = randomUUID(), name = 'prices.csv', conversation, headers = {} }: Upload = {},
): Promise<Response> => {
  const query = new URLSearchParams({ name, ...(conversation === undefined ? {} : { conversation }) });
  return request(`/brain/files/${id}?${query.toString()}`, { method: 'POST', body: Buffer.from(content), headers });
};

/** The source that an accepted upload became. */
export async function uploaded(response: Response): Promise<SourceDto> {
  if (!response.ok) throw new Error(`the upload was refused: ${response.status} ${await response.text()}`);
  const { source } = (await response.json()) as { source: SourceDto }; // reason: what the edge answers
  return source;
}
