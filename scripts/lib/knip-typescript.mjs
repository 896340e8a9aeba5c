import { registerHooks } from 'node:module';

// knip reads code through TypeScript's JavaScript API, which TypeScript 7 no longer has. @ts-morph/common includes the last compiler that
// does, without a `tsc` of its own that would shadow ours.
const COMPILER_WITH_API = '@ts-morph/common/dist/typescript.js';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? import.meta.resolve(COMPILER_WITH_API) : specifier, context),
});
