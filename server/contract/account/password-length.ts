/** 8 to 128 characters, counted as code points, no composition rule. It stands alone, so that screens need no schema library. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
