import postgres from 'postgres';

// Creates the empty database that DATABASE_URL names, in place of one that an earlier run left.
const url = new URL(process.env.DATABASE_URL ?? '');
const name = url.pathname.slice(1);
url.pathname = '/postgres';
const sql = postgres(url.href, { max: 1 });
await sql`drop database if exists ${sql(name)} with (force)`;
await sql`create database ${sql(name)}`;
await sql.end();
