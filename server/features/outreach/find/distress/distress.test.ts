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

test('finds distress in at least 85 of 100 single sentences, most without their place', () => {
  const found = posts.distress.filter((sentence) => isInDistress({ ...ordinary, title: sentence, body: '' }));
  expect(found.length / posts.distress.length).toBeGreaterThanOrEqual(0.85);
});

test('takes at most four of 100 ordinary sentences for distress', () => {
  const alarms = posts.ordinary.filter((sentence) =>
    isInDistress({ ...ordinary, title: sentence, body: '' }),
  );
  expect(alarms.length / posts.ordinary.length).toBeLessThanOrEqual(0.04);
});

test.each([
  'I do not want to be here',
  "I don't want to be here anymore",
  'I dont really want to be here',
  'i just wanna die',
  "I'm gonna kill myself",
  'Thinking about killing myself every day since January',
  'My best friend killed herself last week',
  'My little brother has passed away',
  'We had to put our cat to sleep today',
  'I relapsed last night after 9 months sober',
  'My husband hits me when he drinks',
  'We were evicted and I am sleeping in my car with my kids',
  "I can't do this any more",
  'I wish I hadnt woken up',
  'My sister took a bunch of pills on Friday',
  'He put his hands around my throat',
  'I am 13 years old and nobody at home knows',
])('leaves out “%s” in the title, the thread’s title and the body', (sentence) => {
  expect(isInDistress({ ...ordinary, title: sentence })).toBe(true);
  expect(isInDistress({ ...ordinary, threadTitle: sentence })).toBe(true);
  expect(isInDistress({ ...ordinary, body: `Hello everybody.\n\n${sentence.toUpperCase()}\nThanks!` })).toBe(
    true,
  );
});

test.each([
  'I feel like a debt collector, chasing late invoices every Friday',
  'My laptop died, how do you do backups?',
  'How do you kill a process that ignores signals?',
  'Somebody beat me to it, my app is no longer the first',
  'It hits my manager first when the budget is late',
  'I do not want to be the one who writes the minutes',
  'Our child process hangs when the parent exits',
])('offers “%s”', (sentence) => {
  expect(isInDistress({ ...ordinary, title: sentence, body: '' })).toBe(false);
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
  ['an invisible character', 'I am sui\u00adcidal'],
  ['full-width letters', 'ｋｉｌｌ ｍｙｓｅｌｆ'],
  ['a line break', 'I want\nto die'],
])('reads through %s', (_, body) => {
  expect(isInDistress({ ...ordinary, body })).toBe(true);
});
