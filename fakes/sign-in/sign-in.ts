/** Somebody at Google or GitHub. */
export type ProviderPerson = { id: string; name: string; email: string | null; verified: boolean };

/** The `code` that a provider would send this person back with; it carries all that the fake knows of them. */
export const codeOf = (person: ProviderPerson) => Buffer.from(JSON.stringify(person)).toString('base64url');
const personOf = (code: string) => JSON.parse(Buffer.from(code, 'base64url').toString()) as ProviderPerson;

/**
 * Google and GitHub as a server asks them at a sign-in. better-auth knows their addresses by heart, so this takes the
 * place of `fetch`.
 */
export function withSignInProviders(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    switch (request.url) {
      case 'https://github.com/login/oauth/access_token':
        return Response.json({
          access_token: await readCode(request),
          token_type: 'bearer',
          scope: 'user:email',
        });
      case 'https://api.github.com/user': {
        const { id, name } = bearer(request);
        return Response.json({ id: Number(id), login: 'somebody', name, email: null });
      }
      case 'https://api.github.com/user/emails': {
        const { email, verified } = bearer(request);
        return Response.json(email ? [{ email, verified, primary: true }] : []);
      }
      case 'https://oauth2.googleapis.com/token': {
        const { id, verified, ...person } = personOf(await readCode(request));
        const claims = { sub: id, ...person, email_verified: verified, aud: 'google-client' };
        const idToken = `${encode({ alg: 'RS256' })}.${encode(claims)}.c2lnbmVk`;
        return Response.json({ access_token: 'google-token', token_type: 'bearer', id_token: idToken });
      }
      default:
        return fetch(input, init);
    }
  };
}

async function readCode(request: Request): Promise<string> {
  return new URLSearchParams(await request.text()).get('code') ?? '';
}

function bearer({ headers }: Request): ProviderPerson {
  return personOf(headers.get('authorization')?.slice('Bearer '.length) ?? '');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
