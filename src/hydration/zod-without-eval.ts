/** The page's policy lets no text run as code; zod would try once, and the browser would report it. */
export function disableZodEval(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
