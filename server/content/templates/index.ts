import type { Template } from '#contract/power-ups/templates.ts';
import { welcomeEmail } from './email/welcome-email.ts';

/** Every template, in the order in which the screen lists them. */
export const TEMPLATES: readonly Template[] = [welcomeEmail];
