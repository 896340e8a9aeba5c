import { describe, expect, it } from 'vitest';
import { checkImports } from './import-rules.ts';
import { readSourceFiles } from './source-files.ts';

const planted: [string, string, string][] = [
  ['contract imports a package', 'server/contract/billing/plans.ts', "import { sql } from 'kysely';"],
  ['contract imports the server', 'server/contract/billing/plans.ts', "import { log } from '#server/lib/log.ts';"],
  ['a helper imports a rule', 'server/lib/crypto/secrets.ts', "import { PLANS } from '#contract/billing/plans.ts';"],
  [
    'the browser imports a service',
    'src/features/chat/chat.tsx',
    "import { send } from '#server/modules/chat/chat.service.ts';",
  ],
  [
    'the browser imports a server type',
    'src/features/chat/chat.tsx',
    "import type { Sent } from '#server/modules/chat/chat.service.ts';",
  ],
  ['the browser runs the router', 'src/api/trpc.ts', "import { appRouter } from '#server/trpc/root.ts';"],
  [
    'the router type through another import',
    'src/domain/session/session.ts',
    "import type { AppRouter } from '#server/trpc/root.ts';",
  ],
  ['ui knows the router', 'src/ui/button.tsx', "import { Link } from '@tanstack/react-router';"],
  ['ui knows RPC', 'src/ui/button.tsx', "import { trpc } from '#src/api/trpc.ts';"],
  ['ui knows a feature', 'src/ui/button.tsx', "import { Bubble } from '#src/features/chat/bubble.tsx';"],
  ['a feature knows a feature', 'src/features/home/home.tsx', "import { Bubble } from '../chat/bubble.tsx';"],
  ['a feature knows the shell', 'src/features/home/home.tsx', "import { Sidebar } from '#src/shell/sidebar.tsx';"],
  ['the shell knows a route', 'src/shell/sidebar.tsx', "import { Route } from '#src/routes/index.tsx';"],
  [
    'the server imports the browser',
    'server/http/pages/rendering.ts',
    "import { render } from '#src/entry-server.tsx';",
  ],
  [
    'a module by its path at run time',
    'server/http/pages/rendering.ts',
    "const page = import('../../src/entry-server.tsx');",
  ],
  ['the sandbox knows a gateway', 'sandbox/model/api.ts', "import { model } from '#server/gateways/model/model.ts';"],
  [
    'the sandbox knows a service',
    'sandbox/model/api.ts',
    "export { send } from '#server/modules/chat/chat.service.ts';",
  ],
  ['the sandbox runs the SDK it stands in for', 'sandbox/stripe/routes.ts', "import Stripe from 'stripe';"],
  [
    'a migration imports a query',
    'migrations/0009-more.ts',
    "import { findUser } from '#db/queries/identity/users.ts';",
  ],
  ['a migration imports a package', 'migrations/0009-more.ts', "import { z } from 'zod';"],
  ['a service calls a vendor', 'server/modules/chat/chat.service.ts', "import { streamText } from 'ai';"],
  [
    'a service calls a provider',
    'server/modules/chat/chat.service.ts',
    "import { createOpenAI } from '@ai-sdk/openai';",
  ],
  [
    'a service runs a gateway',
    'server/modules/chat/chat.service.ts',
    "import { sendEmail } from '#server/gateways/mail.ts';",
  ],
  [
    'a service knows transport',
    'server/modules/chat/chat.service.ts',
    "import { procedure } from '#server/trpc/init.ts';",
  ],
  [
    'a service opens the database',
    'server/modules/chat/chat.service.ts',
    "import { openDatabase } from '#db/client.ts';",
  ],
  [
    'a service runs another service',
    'server/modules/chat/chat.service.ts',
    "import { check } from '../usage/usage.service.ts';",
  ],
  [
    'a service knows the inside of another',
    'server/modules/chat/chat.service.ts',
    "import type { Row } from '../usage/row.ts';",
  ],
  ['a service writes SQL', 'server/modules/chat/chat.service.ts', "import { sql } from 'kysely';"],
  [
    'a router asks the database',
    'server/modules/chat/chat.router.ts',
    "import { findChat } from '#db/queries/chats.ts';",
  ],
  [
    'a router knows a gateway',
    'server/modules/chat/chat.router.ts',
    "import type { MailGateway } from '#server/gateways/mail.ts';",
  ],
  [
    'a router makes its service',
    'server/modules/chat/chat.router.ts',
    "import { createChat } from './chat.service.ts';",
  ],
  [
    'a service knows how it is composed',
    'server/modules/chat/chat.service.ts',
    "import type { Services } from '#server/composition/services.ts';",
  ],
  [
    'an area of the composition mounts an edge',
    'server/composition/chat.ts',
    "import { healthRoutes } from '#server/http/health.ts';",
  ],
  [
    'an area of the composition asks the database',
    'server/composition/chat.ts',
    "import { findUser } from '#db/queries/identity/users.ts';",
  ],
  [
    'an area of the composition knows the root',
    'server/composition/chat.ts',
    "import type { Container } from '#server/container.ts';",
  ],
  ['an edge asks the database', 'server/http/health.ts', "import { findUser } from '#db/queries/identity/users.ts';"],
  [
    'a gateway knows a service',
    'server/gateways/mail.ts',
    "import type { Auth } from '#server/modules/auth/auth.service.ts';",
  ],
  [
    'content asks the database',
    'server/content/articles.ts',
    "import { findUser } from '#db/queries/identity/users.ts';",
  ],
  [
    'a prompt knows a service',
    'server/prompts/summary.ts',
    "import type { Auth } from '#server/modules/auth/auth.service.ts';",
  ],
  [
    'the sandbox knows a prompt',
    'sandbox/model/compose.ts',
    "import { learnFromMessage } from '#server/prompts/learn-from-message.ts';",
  ],
  [
    'a query knows a service',
    'db/queries/identity/users.ts',
    "import { hash } from '#server/modules/auth/auth.service.ts';",
  ],
  ['the product imports tests', 'server/app.ts', "import { aUser } from '#tests/support/a-user.ts';"],
  ['a type hidden in a type', 'src/ui/card.tsx', "export type Card = import('#src/features/chat/card.tsx').Card;"],
  ['a file outside every layer', 'server/stray/thing.ts', "import { z } from 'zod';"],
];

const welcome: [string, string, string][] = [
  [
    'the router type through its one import',
    'src/api/trpc.ts',
    "import type { AppRouter } from '#server/trpc/root.ts';",
  ],
  [
    'a service type of another feature',
    'server/modules/chat/chat.service.ts',
    "import type { Usage } from '../usage/usage.service.ts';",
  ],
  [
    'a gateway type in a service',
    'server/modules/auth/auth.service.ts',
    "import { type MailGateway } from '#server/gateways/mail.ts';",
  ],
  ['the SDK types in the sandbox', 'sandbox/stripe/routes.ts', "import type Stripe from 'stripe';"],
  ['a vendor in a gateway', 'server/gateways/model/model.ts', "import { createOpenAI } from '@ai-sdk/openai';"],
  ['a test that reaches anywhere', 'src/lib/text/format.test.ts', "import { sql } from 'kysely';"],
];

describe('imports follow the table of docs/architecture.md', () => {
  it('in every file of the project', () => {
    const files = readSourceFiles(/\.tsx?$/);
    expect(files.length, 'a check that sees nothing proves nothing').toBeGreaterThan(100);
    expect(checkImports(files)).toEqual([]);
  });

  it.each(planted)('caught: %s', (_title, path, text) => {
    expect(checkImports([{ path, text }])).toHaveLength(1);
  });

  it.each(welcome)('allowed: %s', (_title, path, text) => {
    expect(checkImports([{ path, text }])).toEqual([]);
  });
});
