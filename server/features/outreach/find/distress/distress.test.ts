import { expect, test } from 'vitest';
import { type DistressCase, isInDistress } from './distress.ts';
import posts from './distress-posts.fixture.json' with { type: 'json' };

const ordinary: DistressCase = {
  title: 'Which calendar do you use?',
  threadTitle: null,
  body: 'We are four people and share two cars.',
  host: 'forum.example',
  community: 'tools',
};

test('the fixture has at least 200 sentences of people in distress, each once', () => {
  expect(new Set(posts.distress).size).toBeGreaterThanOrEqual(200);
  expect(new Set(posts.distress).size).toBe(posts.distress.length);
});

test.each(posts.distress)('leaves out “%s”', (sentence) => {
  expect(isInDistress({ ...ordinary, title: sentence })).toBe(true);
  expect(isInDistress({ ...ordinary, threadTitle: sentence })).toBe(true);
  expect(isInDistress({ ...ordinary, body: `Hello everybody.\n\n${sentence.toUpperCase()}\nThanks!` })).toBe(
    true,
  );
});

test.each(posts.ordinary)('offers “%s”', (sentence) => {
  expect(isInDistress({ ...ordinary, title: sentence })).toBe(false);
});

test.each([
  'EatingDisorders',
  'eating-disorders',
  'SuicideWatch',
  'depression@lemmy.world',
  'Grief & Loss',
  'GriefSupport',
  'StopDrinking',
  'teenagers',
  'cancer',
  'survivorsofabuse',
  'loseit',
  'raisedbynarcissists',
])('leaves out every post of the community “%s”', (community) => {
  expect(isInDistress({ ...ordinary, community })).toBe(true);
});

test.each([
  { host: 'forum.anorexia.example' },
  { host: 'griefsupport.example' },
  { host: 'talk-suicide.example' },
  { body: '#EDrecovery helps' },
  { body: '#SelfHarmAwareness week' },
  { body: 'so tired #TeenLife' },
])('leaves out a post by its host or hashtag: %j', (given) => {
  expect(isInDistress({ ...ordinary, ...given })).toBe(true);
});

test.each(['webdev', 'Parenting', 'Webscraping', 'Accounting', 'Support', 'Events', 'Careers', null])(
  'offers posts of the community %s',
  (community) => {
    expect(isInDistress({ ...ordinary, community })).toBe(false);
  },
);

test.each([
  ['a curly apostrophe', 'I can’t cope'],
  ['no apostrophe', 'I cant cope'],
  ['an invisible character', 'sui\u00adcidal'],
  ['full-width letters', 'ｓｕｉｃｉｄｅ'],
  ['a line break', 'I want\nto die'],
])('reads through %s', (_, body) => {
  expect(isInDistress({ ...ordinary, body })).toBe(true);
});
