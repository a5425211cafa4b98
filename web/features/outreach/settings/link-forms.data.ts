import type { Output } from '#shared/contracts/endpoint.ts';
import type { linkAccount } from '#shared/contracts/linked-accounts.ts';

export type LinkCredentials = Output<typeof linkAccount.body>;
export type LinkableSource = LinkCredentials['source'];

/** Labels and help of the fields that link an account. An absent field is not shown. */
type LinkForm = {
  host?: { label: string; help: string };
  username?: { label: string; help?: string; isOptional?: boolean };
  secret: { label: string; help: string };
  /** The page that gives the secret out. */
  where?: { words: string; address: (host: string) => string };
};

export const linkForms: Record<LinkableSource, LinkForm> = {
  mastodon: {
    host: { label: 'Server', help: 'Where your account is, like social.example.org.' },
    secret: {
      label: 'Access token',
      help: 'On your server: Preferences, Development, New application, with the permissions read and write:statuses. It then shows “Your access token”.',
    },
    where: {
      words: 'Open that page on your server',
      address: (host) => `https://${host}/settings/applications/new`,
    },
  },
  lemmy: {
    host: { label: 'Server', help: 'Where your account is, like lemmy.example.org.' },
    username: { label: 'Name' },
    secret: {
      label: 'Password',
      help: 'Exchanged once for a session on that server. The password is neither kept nor logged.',
    },
  },
  discourse: {
    host: { label: 'Forum', help: 'Its address, like forum.example.com.' },
    username: { label: 'Name', isOptional: true },
    secret: {
      label: 'User API key',
      help: 'A key for your own account that may read and write. Not every forum gives them out: ask its team if you find no page for it.',
    },
  },
  bluesky: {
    username: { label: 'Handle', help: 'Like name.bsky.social.' },
    secret: {
      label: 'App password',
      help: 'In Bluesky: Settings, Privacy and security, App passwords. It is exchanged for a session and not kept. Do not use your own password.',
    },
    where: { words: 'Open that page', address: () => 'https://bsky.app/settings/app-passwords' },
  },
};
