import { type Account, call, openAccount, renewToken } from './api.ts';
import { awaitMail, linkIn } from './mail.ts';
import type { Person } from './person.ts';

/** The people who answer support requests; `SUPPORT_AGENTS` of every product of the harness names them. */
const people = {
  grace: agent('Grace Agent', 'grace@support.example'),
  linus: agent('Linus Agent', 'linus@support.example'),
  mary: agent('Mary Agent', 'mary@support.example'),
  ada: agent('Ada Agent', 'ada@support.example'),
};
export type AgentName = keyof typeof people;

export const supportAgents = Object.values(people)
  .map(({ email }) => email)
  .join(', ');

function agent(name: string, email: string): Person {
  return { name, email, password: 'a-long-enough-word' };
}

/** Signs one of them up; the address is not confirmed yet, so the account is an ordinary one. */
export function openUnconfirmed(url: string, name: AgentName): Promise<Account> {
  return openAccount(url, 'free', people[name]);
}

/** Signs one of them up and confirms the address by the link of the mail, without a browser. */
export async function openAgent(url: string, name: AgentName): Promise<Account> {
  const account = await openUnconfirmed(url, name);
  const headers = { cookie: account.cookies.join('; '), origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: account.email });
  const asked = await fetch(`${url}/api/auth/send-verification-email`, { method: 'POST', headers, body });
  if (!asked.ok) throw new Error(`send-verification-email: ${asked.status} ${await asked.text()}`);
  const link = linkIn(await awaitMail(url, { to: account.email, subject: /^Confirm your email/ }));
  const token = encodeURIComponent(new URL(link).searchParams.get('verifyToken') ?? '');
  const confirmed = await fetch(`${url}/api/auth/verify-email?token=${token}`, { headers });
  if (!confirmed.ok) throw new Error(`verify-email: ${confirmed.status} ${await confirmed.text()}`);
  const renewed = await renewToken(url, account);
  const { id, email, name: called } = renewed;
  await call(url, '/api/user/sync', { token: renewed.token, body: { id, email, name: called } });
  return renewed;
}
