/** PostgreSQL's type id of bigint, which count() returns. Both drivers would return it as a string; ours all fit a number. */
export const INT8 = 20;
