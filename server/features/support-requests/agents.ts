import type { Claims } from '#server/integrations/identity/port.ts';

export type AgentRule = ReturnType<typeof agentRule>;

/**
 * True for an agent (design 7.8): a listed e-mail address, in any case, verified by the identity provider. An
 * unverified address gives no access.
 */
export function agentRule(addresses: readonly string[]) {
  const listed = new Set(addresses.map((address) => address.toLowerCase()));
  return ({ email, emailVerified }: Pick<Claims, 'email' | 'emailVerified'>): boolean =>
    emailVerified && listed.has(email.toLowerCase());
}
