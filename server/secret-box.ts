import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps secrets in the database so that neither a copy of it nor another row can use them. */
export type SecretBox = {
  /** @param id of the row that holds it: sealed text opens only there. */
  seal(secret: string, id: string): string;
  /** @returns null under another key, for another row, and for what was never sealed. */
  open(sealed: string, id: string): string | null;
};

const cipherName = 'aes-256-gcm';
const form = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key that is derived (HKDF) from the installation's secret for this use alone (design 7.13). */
export function secretBox(secretKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sessions of linked accounts', 32));
  return {
    seal(secret, id) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(cipherName, key, nonce).setAAD(Buffer.from(id));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${form}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed, id) {
      const [version, body] = sealed.split('.');
      const bytes = Buffer.from(body ?? '', 'base64url');
      if (version !== form || bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(cipherName, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** The configured key, or an own one, created once and stored in the data folder. */
export async function readSecretKey(configured: string | null, dataDir: string): Promise<string> {
  if (configured) return configured;
  const file = join(dataDir, 'secret-key');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}
