import { registerHooks } from 'node:module';

// knip reads code through the JavaScript API of TypeScript, which TypeScript 7 no longer has. @ts-morph/common carries
// the last compiler that does, and no `tsc` of its own that would stand before ours.
const COMPILER_WITH_API = '@ts-morph/common/dist/typescript.js';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? import.meta.resolve(COMPILER_WITH_API) : specifier, context),
});
