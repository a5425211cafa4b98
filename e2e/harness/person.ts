import { randomBytes } from 'node:crypto';

export type Person = { name: string; email: string; password: string };

/** A new person with an address of their own. */
export function newPerson(name = 'Ada Founder'): Person {
  const email = `founder-${randomBytes(5).toString('hex')}@example.com`;
  return { name, email, password: 'a-long-enough-word' };
}
