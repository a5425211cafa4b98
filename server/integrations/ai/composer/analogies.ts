import type { Clause } from './clause.ts';
import { lookUp } from './idea-words.ts';
import { isPeople } from './nouns.ts';

/** Reads "uber for dogs" by what the named company is known for; null for any other sentence. */
export function analogyOf(sentence: string): Clause | null {
  const found = sentence.match(
    /^(?:it[’']s )?(?:basically |kind of |sort of )?(?:like |think of it as )?(?:(?:an?|the) )?([\p{L}.]+)(?: app)? (?:but )?for (.{2,80})$/iu,
  );
  const analogy = lookUp(analogies, found?.[1]?.toLowerCase() ?? '');
  const object = found?.[2]?.replace(/^(?:the|an?) /i, '');
  if (!analogy || !object) return null;
  if (!isPeople(object)) return { audience: null, action: analogy.thing.replace('{x}', object) };
  return { audience: object, action: analogy.people.replace('{x}', object) };
}

/** Whether the word is a company's name that founders compare themselves with. */
export function isKnownCompany(word: string): boolean {
  return Object.hasOwn(analogies, word.toLowerCase()) || otherCompanies.has(word.toLowerCase());
}

type Analogy = { thing: string; people: string };

const onDemand = { thing: 'get help with {x} at short notice', people: 'get help at short notice' };
const meeting = { thing: 'find people to share {x} with', people: 'find and reach other {x}' };
const hosting = { thing: 'rent {x} from private owners', people: 'find a place to stay for a few days' };
const watching = { thing: 'find {x} worth the time', people: 'find something worth the time' };
const learning = { thing: 'learn {x} a little every day', people: 'learn something a little every day' };
const selling = { thing: 'buy or sell {x}', people: 'buy from and sell to other {x}' };
const shopping = { thing: 'sell {x} online', people: 'sell things online' };
const delivering = {
  thing: 'get hold of {x} without going to a shop',
  people: 'get hold of things without going to a shop',
};
const paying = { thing: 'pay for {x}', people: 'send or collect small sums of money' };
const reviewing = { thing: 'find good {x}', people: 'find good {x}' };
const working = { thing: 'keep {x} in one place', people: 'keep work with others in one place' };

const analogies: Record<string, Analogy> = {
  uber: onDemand,
  lyft: onDemand,
  taskrabbit: onDemand,
  rover: onDemand,
  tinder: meeting,
  bumble: meeting,
  hinge: meeting,
  linkedin: { thing: 'find people who work with {x}', people: 'find and reach other {x}' },
  facebook: meeting,
  instagram: meeting,
  strava: { thing: 'keep a record of {x}', people: 'keep a record of progress' },
  airbnb: hosting,
  vrbo: hosting,
  netflix: watching,
  spotify: watching,
  youtube: watching,
  tiktok: watching,
  goodreads: reviewing,
  yelp: reviewing,
  tripadvisor: reviewing,
  zillow: reviewing,
  duolingo: learning,
  coursera: learning,
  udemy: learning,
  etsy: selling,
  ebay: selling,
  craigslist: selling,
  vinted: selling,
  depop: selling,
  amazon: selling,
  shopify: shopping,
  doordash: delivering,
  deliveroo: delivering,
  instacart: delivering,
  venmo: paying,
  paypal: paying,
  splitwise: { thing: 'split the cost of {x}', people: 'split costs' },
  slack: working,
  notion: working,
  trello: working,
  calendly: { thing: 'find a time for {x}', people: 'find a time that suits everybody' },
  turbotax: { thing: 'file {x}', people: 'file taxes' },
};

const otherCompanies = new Set(
  `google apple microsoft openai chatgpt gpt whatsapp telegram discord twitter reddit github figma canva zoom wordpress
  salesforce hubspot stripe zapier airtable quickbooks xero chrome android iphone ios windows gmail excel outlook nextdoor
  meetup patreon kickstarter twitch pinterest snapchat fiverr upwork bubble webflow`.split(/\s+/),
);
