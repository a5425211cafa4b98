import { randomBytes } from 'node:crypto';

export type Person = { name: string; email: string; password: string };

/** Somebody new, with an address that nobody else has. */
export function newPerson(name = 'Ada Founder'): Person {
  const email = `founder-${randomBytes(5).toString('hex')}@example.com`;
  return { name, email, password: 'a-long-enough-word' };
}
