/**
 * 8 to 128 characters, counted as code points, no composition rule. In a file of its own, so that screens don't load the schema
 * library.
 */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
