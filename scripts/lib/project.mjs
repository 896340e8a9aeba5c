import { fileURLToPath } from 'node:url';

/** The project's folder, whatever the working directory is. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));
