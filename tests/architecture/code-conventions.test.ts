import { describe, expect, it } from 'vitest';
import { checkCodeConventions } from './code-conventions.ts';
import { readSourceFiles } from './source-files.ts';

/** Assembles a word at run time, so that this file doesn't violate the rules it tests. */
const word = (...parts: string[]) => parts.join('');

const planted: [string, string, string][] = [
  ['a file over 250 lines', 'server/lib/long.ts', 'export {};\n'.repeat(251)],
  ['a name that is not kebab-case', 'src/ui/BigButton.tsx', ''],
  ['a mark of unfinished work', 'server/lib/a.ts', word('// ', 'TO', 'DO later')],
  ['a test that runs alone', 'server/lib/a.test.ts', word('it.', 'on', "ly('x', () => {});")],
  ['a test that is left out', 'server/lib/a.test.ts', word('describe.', 'sk', "ip('x', () => {});")],
  ['a test that sleeps', 'tests/e2e/a.spec.ts', word('await page.waitFor', 'Timeout', '(100);')],
  ['a test that mocks a module', 'src/lib/a.test.ts', word('vi.mo', "ck('./b.ts');")],
  ['a default export', 'src/lib/a.ts', 'export default 1;'],
  ['a suppression without a reason', 'src/lib/a.ts', word('foo(); // oxlint-dis', 'able', '-line no-console')],
  ['a suppression of everything', 'src/lib/a.ts', word('// @ts-ign', 'ore', ' -- because')],
  ['the environment read elsewhere', 'server/lib/a.ts', 'export const port = process.env.PORT;'],
  [
    'an input that is what another service needs',
    'server/composition/chat.ts',
    'type Input = Parameters<typeof createChatService>[0];',
  ],
  [
    'an input that is what another function needs, except for something',
    'server/modules/chat/a.service.ts',
    "type Dependencies = Omit<Parameters<typeof openTurn>[0], 'db'>;",
  ],
  [
    'an input that a helper computes',
    'server/composition/chat.ts',
    'type Given<T extends (input: never) => unknown> = Parameters<T>[0];',
  ],
  ['an id that keeps its spelling', 'server/contract/a.ts', 'export const a = z.uuid();'],
  ['an id that is branded by hand', 'server/modules/a.ts', 'const id = text as UserId; // reason: a new id'],
  ['a job inserted with raw SQL', 'db/queries/chat/a.ts', 'sql`insert into scheduled_jobs (queue) values (1)`;'],
  ['a job from a query builder', 'db/queries/chat/a.ts', "db.insertInto('scheduled_jobs');"],
  ['a request that may never end', 'server/lib/a.ts', "import { request } from 'node:https';"],
  ['a key that may belong to an input method', 'src/ui/a.tsx', "if (event.key === 'Enter') save();"],
  ['a key taken from the event', 'src/ui/a.tsx', "<input onKeyDown={({ key }) => key === 'Escape' && close()} />"],
  [
    'a key taken from the event of a listener',
    'src/ui/a.ts',
    "document.addEventListener('keydown', ({ key, target }) => close(key, target));",
  ],
  [
    'a key taken from a typed event',
    'src/ui/a.ts',
    "const onKeyDown = ({ key, isComposing }: KeyboardEvent) => key === 'Escape' && !isComposing && close();",
  ],
  ['an assertion without a reason', 'server/lib/a.ts', 'export const a = JSON.parse("1") as number;'],
  ['a non-null mark without a reason', 'server/lib/a.ts', 'export const a = [1][0]!;'],
];

const welcome: [string, string, string][] = [
  ['an assertion with its reason', 'server/lib/a.ts', 'export const a = [1][0]!; // reason: the list has one entry'],
  [
    'an output that is named',
    'server/modules/chat/chat.service.ts',
    'export type ChatService = ReturnType<typeof createChatService>;',
  ],
  [
    'an input that a test computes',
    'server/modules/chat/chat.router.test.ts',
    'type Given = Parameters<typeof createTestApp>[0];',
  ],
  ['as const', 'server/lib/a.ts', 'export const a = [1] as const;'],
  [
    'a suppression with its reason',
    'src/lib/a.ts',
    word('foo(); // oxlint-dis', 'able', '-line no-console -- the one place that prints'),
  ],
];

describe('the code conventions', () => {
  it('hold in every hand-written file', () => {
    const files = readSourceFiles(/\.(?:tsx?|mjs)$/).filter((file) => !file.path.includes('.gen.'));
    expect(files.length, 'a check that sees nothing proves nothing').toBeGreaterThan(100);
    expect(files.flatMap(checkCodeConventions)).toEqual([]);
  });

  it.each(planted)('caught: %s', (_title, path, text) => {
    expect(checkCodeConventions({ path, text })).toHaveLength(1);
  });

  it.each(welcome)('allowed: %s', (_title, path, text) => {
    expect(checkCodeConventions({ path, text })).toEqual([]);
  });
});
