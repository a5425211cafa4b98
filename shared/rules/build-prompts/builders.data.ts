import type { BuilderName } from '#shared/contracts/build-prompts.ts';

type Builder = { name: BuilderName; title: string; url: string };

/**
 * Builders that a prompt can be pasted into. Addresses were written down in 2026-11 and not visited. `url` is '' for
 * `plain`.
 */
export const builders: Builder[] = [
  {
    name: 'plain',
    title: 'Any builder',
    url: '',
  },
  {
    name: 'lovable',
    title: 'Lovable',
    url: 'https://lovable.dev',
  },
  {
    name: 'bolt',
    title: 'Bolt',
    url: 'https://bolt.new',
  },
  {
    name: 'v0',
    title: 'v0',
    url: 'https://v0.app',
  },
  {
    name: 'replit',
    title: 'Replit',
    url: 'https://replit.com',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    url: 'https://cursor.com',
  },
];
