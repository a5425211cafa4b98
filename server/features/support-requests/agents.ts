import type { Claims } from '#server/integrations/identity/port.ts';

export type AgentRule = ReturnType<typeof agentRule>;

/**
 * Who may work on support requests (design 7.8): a listed e-mail address, whatever its case, that the identity
 * provider has verified. An address that anybody could have typed at sign-up opens nothing.
 */
export function agentRule(addresses: readonly string[]) {
  const listed = new Set(addresses.map((address) => address.toLowerCase()));
  return ({ email, emailVerified }: Pick<Claims, 'email' | 'emailVerified'>): boolean =>
    emailVerified && listed.has(email.toLowerCase());
}
