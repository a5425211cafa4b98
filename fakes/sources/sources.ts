import { startBluesky } from '#fakes/bluesky/bluesky.ts';
import { startDev } from '#fakes/dev/dev.ts';
import { startDiscourse } from '#fakes/discourse/discourse.ts';
import { startGithub } from '#fakes/github/github.ts';
import { startHackerNews } from '#fakes/hacker-news/hacker-news.ts';
import { startLemmy } from '#fakes/lemmy/lemmy.ts';
import { startMastodon } from '#fakes/mastodon/mastodon.ts';
import { startStackExchange } from '#fakes/stack-exchange/stack-exchange.ts';

/** The fake of each source; each serves searching and posting from one state. */
export const startOf = {
  'hacker-news': startHackerNews,
  'stack-exchange': startStackExchange,
  lemmy: (port?: number) => startLemmy('v3', port),
  discourse: startDiscourse,
  dev: startDev,
  github: startGithub,
  mastodon: startMastodon,
  bluesky: startBluesky,
};

export type FakeName = keyof typeof startOf;
export type Fakes = { [Name in FakeName]: Awaited<ReturnType<(typeof startOf)[Name]>> };
export type Sources = { fakes: Fakes; env: Record<string, string>; clear(): void; stop(): Promise<void> };

/** All fakes on loopback, at consecutive ports where the first is named. */
export async function startSources({ port }: { port?: number } = {}): Promise<Sources> {
  const starting = Object.entries(startOf).map(async ([name, start], index) => [
    name,
    await start(port === undefined ? undefined : port + index),
  ]);
  const fakes = Object.fromEntries(await Promise.all(starting)) as Fakes;
  const all = Object.values(fakes);
  return {
    fakes,
    env: Object.assign({}, ...all.map(({ env }) => env)),
    clear() {
      for (const fake of all) fake.clear();
    },
    stop: async () => void (await Promise.all(all.map((fake) => fake.stop()))),
  };
}
