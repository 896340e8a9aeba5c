import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInMemory } from '../client.ts';
import { generateTypes } from '../generate-types.ts';
import { migrateToLatest } from '../migrate.ts';

const database = await openInMemory();
await migrateToLatest(database.db);
writeFileSync(join(import.meta.dirname, '..', 'types.gen.ts'), await generateTypes(database.db));
await database.close();
