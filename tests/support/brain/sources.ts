import { randomUUID } from 'node:crypto';
import type { SourceDto } from '#server/modules/brain/sources/source.dto.ts';
import type { Person } from '#tests/support/chat.ts';
import { readSources } from '#tests/support/jobs.ts';
import type { Browser, TestApp } from '#tests/support/test-app.ts';

type Upload = {
  id?: string;
  name?: string;
  conversation?: string;
  scope?: 'team' | 'chat';
  isPrivate?: boolean;
  holdNewVersion?: boolean;
  headers?: Record<string, string>;
};

/** Sends a file as a browser does. */
export const upload = (
  { request }: Pick<Browser, 'request'>,
  content: Uint8Array | string,
  {
    id = randomUUID(),
    name = 'prices.csv',
    conversation,
    scope,
    isPrivate = false,
    holdNewVersion = false,
    headers = {},
  }: Upload = {},
): Promise<Response> => {
  const query = new URLSearchParams({
    name,
    ...(conversation === undefined ? {} : { conversation }),
    ...(scope === undefined ? {} : { scope }),
    ...(isPrivate ? { private: 'true' } : {}),
    ...(holdNewVersion ? { holdNewVersion: 'true' } : {}),
  });
  return request(`/brain/files/${id}?${query.toString()}`, { method: 'POST', body: Buffer.from(content), headers });
};

/** The source that an accepted upload became. */
export async function uploaded(response: Response): Promise<SourceDto> {
  if (!response.ok) throw new Error(`the upload was refused: ${response.status} ${await response.text()}`);
  const { source } = (await response.json()) as { source: SourceDto }; // reason: what the edge answers
  return source;
}

/** Adds a file, has it read and its facts learned, and returns the source as its owner sees it then. */
export async function addFile(app: TestApp, person: Person, content: Uint8Array | string, file: Upload = {}) {
  const { id } = await uploaded(await upload(person, content, file));
  await readSources(app);
  return sourceOf(person, id);
}

/** The source as its owner sees it. */
export async function sourceOf(person: Person, id: string): Promise<SourceDto> {
  const { sources } = await person.api.brain.sources.list.query();
  const source = sources.find((one) => one.id === id);
  if (!source) throw new Error(`no source ${id}`);
  return source;
}

/** What a source says, in order. */
export const passagesOf = async (person: Person, sourceId: string) =>
  (await person.api.brain.sources.get.query({ sourceId })).passages;
