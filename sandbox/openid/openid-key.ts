import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';

export type OpenIdKey = { kid: string; privateKey: CryptoKey; publicJwk: JWK };

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return exportJWK(privateKey);
}

async function readKey(file: string): Promise<JWK | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as JWK; // reason: only this file writes it
  } catch {
    return null;
  }
}

async function toKey(jwk: JWK): Promise<OpenIdKey> {
  const { kty, n, e } = jwk;
  const kid = await calculateJwkThumbprint({ kty, n, e });
  const privateKey = (await importJWK(jwk, 'RS256')) as CryptoKey; // reason: only a symmetric key comes as bytes
  return { kid, privateKey, publicJwk: { kty, n, e, kid, alg: 'RS256', use: 'sig' } };
}

/** The key that signs id tokens, stored in `directory` so that it survives a restart. */
export async function loadOrCreateOpenIdKey(directory: string): Promise<OpenIdKey> {
  const file = join(directory, 'openid-key.json');
  const kept = await readKey(file);
  if (kept) return toKey(kept);
  const made = await makeKey();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(made), { mode: 0o600 });
  return toKey(made);
}

/** A key that isn't in the published list. */
export async function createForeignKey(): Promise<OpenIdKey> {
  return toKey(await makeKey());
}
