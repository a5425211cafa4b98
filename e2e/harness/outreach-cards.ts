import { registerHooks } from 'node:module';

/**
 * Loaded before the product, in its process: rule cards never expire, so that journeys pass on any day. Expired cards are
 * tested beside the rules.
 */
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/rule-cards.data.ts')) return loaded;
    const cards = String(loaded.source);
    const lasting = cards.replaceAll(/(?<=\bexpiresOn: )'\d{4}-\d{2}-\d{2}'/g, "'9999-12-31'");
    if (lasting === cards) throw new Error('No rule card has a day on which it expires.');
    return { ...loaded, source: lasting };
  },
});
