import type { BuilderName } from '#shared/contracts/build-prompts.ts';

type Builder = { name: BuilderName; title: string; url: string; note: string };

/**
 * Builders that a prompt can be pasted into. Addresses were written down in 2026-11 and not visited. `url` is '' for
 * `plain`.
 */
export const builders: Builder[] = [
  {
    name: 'plain',
    title: 'Any builder',
    url: '',
    note: 'Plain Markdown that fits any builder or developer.',
  },
  {
    name: 'lovable',
    title: 'Lovable',
    url: 'https://lovable.dev',
    note: 'Knowledge first, then the slices to build one after another.',
  },
  {
    name: 'bolt',
    title: 'Bolt',
    url: 'https://bolt.new',
    note: 'Features and screens first, then data and states.',
  },
  {
    name: 'v0',
    title: 'v0',
    url: 'https://v0.app',
    note: 'Screens and look first, then what stands behind them.',
  },
  {
    name: 'replit',
    title: 'Replit',
    url: 'https://replit.com',
    note: 'Questions and data first, then numbered sections for its agent.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    url: 'https://cursor.com',
    note: 'A specification file with checks and slices as a task list.',
  },
];
