import { join } from 'node:path';
import { projectRoot } from './project.mjs';

export const SERVER_FOLDER = join(projectRoot, 'dist', 'app');

/** The built server: `npm start` runs it, and so does everything that measures or tests the product as in production. */
export const SERVER_ENTRY = 'dist/app/main.js';
