/** What a platform is used for here; an idea's form names the uses that it needs, in order. */
export type PlatformUse = 'app' | 'lists' | 'records' | 'phone' | 'page' | 'form' | 'automation';

export type NoCodePlatform = {
  name: string;
  url: string;
  uses: PlatformUse[];
  /** It wants somebody who reads code, so it is offered only to founders who say that they do. */
  asksForCode?: true;
  /** Completes "good at …". */
  goodAt: string;
  /** Completes "weak at …". */
  weakAt: string;
};

/** The month in which this was written down; prices, limits and names of plans change, so none stand here. */
export const platformsNoted = '2026-11';

export const noCodePlatforms: NoCodePlatform[] = [
  {
    name: 'Lovable',
    url: 'https://lovable.dev',
    uses: ['app'],
    goodAt:
      'turning a described journey into a working web application, with sign-in and a database when they are asked for',
    weakAt:
      'rules that nobody wrote down; each change has to be tried out again, and who may read what has to be checked by hand',
  },
  {
    name: 'Bolt',
    url: 'https://bolt.new',
    uses: ['app'],
    goodAt:
      'building a web application from a description in the browser, with the code open to be read and changed',
    weakAt: 'large projects, where a new request may change what worked before',
  },
  {
    name: 'v0',
    url: 'https://v0.app',
    uses: ['app'],
    asksForCode: true,
    goodAt:
      'screens and flows of a web application that look tidy from the start, as code that can be taken along',
    weakAt:
      'helping somebody who reads no code: code is what it hands over, and what each change did has to be looked at there',
  },
  {
    name: 'Replit',
    url: 'https://replit.com',
    uses: ['app'],
    asksForCode: true,
    goodAt: 'writing, running and hosting a small program in one place, scripts and bots included',
    weakAt: 'people who never want to see code; sooner or later there is some to look at',
  },
  {
    name: 'Bubble',
    url: 'https://bubble.io',
    uses: ['app', 'records'],
    goodAt: 'web applications with accounts, roles and many rules, such as a marketplace, drawn without code',
    weakAt: 'being learnt in a day; and what is built there cannot be taken elsewhere as code',
  },
  {
    name: 'Softr',
    url: 'https://www.softr.io',
    uses: ['lists', 'records'],
    goodAt: 'directories, member areas and client portals on top of a table of records',
    weakAt: 'unusual screens and rules that go beyond its blocks',
  },
  {
    name: 'Glide',
    url: 'https://www.glideapps.com',
    uses: ['lists', 'records', 'phone'],
    goodAt: 'simple applications for phone and desk on top of a spreadsheet, often for a team',
    weakAt: 'a look of one’s own, and being listed in the app stores',
  },
  {
    name: 'FlutterFlow',
    url: 'https://www.flutterflow.io',
    uses: ['phone'],
    asksForCode: true,
    goodAt: 'applications that have to be installed on a phone and use its camera, place or notices',
    weakAt: 'beginners; it follows how programmers think, and a database has to be connected',
  },
  {
    name: 'Airtable',
    url: 'https://www.airtable.com',
    uses: ['records', 'form'],
    goodAt: 'keeping records with forms in front of them, which is enough to do the work by hand behind it',
    weakAt: 'being shown to customers; it is the back office, not the shop window',
  },
  {
    name: 'Webflow',
    url: 'https://webflow.com',
    uses: ['page'],
    goodAt: 'websites with a design of their own and many pages that are kept up to date',
    weakAt: 'applications with accounts and rules; and it takes some days to learn',
  },
  {
    name: 'Framer',
    url: 'https://www.framer.com',
    uses: ['page'],
    goodAt: 'a polished page in an afternoon',
    weakAt: 'anything with records or accounts behind the page',
  },
  {
    name: 'Carrd',
    url: 'https://carrd.co',
    uses: ['page'],
    goodAt: 'a single plain page, made within an hour',
    weakAt: 'more than one page',
  },
  {
    name: 'Tally',
    url: 'https://tally.so',
    uses: ['form'],
    goodAt: 'forms for sign-ups, requests and orders that are written like a document',
    weakAt: 'everything after the form has been sent; that part is yours or an automation’s',
  },
  {
    name: 'Zapier',
    url: 'https://zapier.com',
    uses: ['automation'],
    goodAt: 'passing something on between services that exist, when a step by hand has become a burden',
    weakAt: 'long chains with many conditions, which are hard to follow when one fails',
  },
  {
    name: 'Make',
    url: 'https://www.make.com',
    uses: ['automation'],
    goodAt: 'automations with branches and repeated steps, drawn as a picture',
    weakAt: 'a first hour without patience; it shows everything, and that is a lot',
  },
];
