import { expect, test } from 'vitest';
import { readModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import asksModel from './asks.data.json' with { type: 'json' };
import offersModel from './offers.data.json' with { type: 'json' };
import { postFeatures, postScorer } from './post-features.ts';
import { isAsking, isOffering, readIntent, wantsRecommendation } from './read-intent.ts';

test.each([
  ['Looking for low cost invoicing software', 'I send about twenty invoices a month. Any recommendations?'],
  ['Best to-do list app for Android?', 'Just bought a phone. Which app would you recommend?'],
])('reads “%s” as asking for something to use', (title, text) => {
  const intent = readIntent({ title, text });
  expect(isAsking(intent)).toBe(true);
  expect(wantsRecommendation(intent)).toBe(true);
  expect(isOffering(intent)).toBe(false);
});

test('reads a question about a trouble as asking, not as a wish for a product', () => {
  const intent = readIntent({
    title: 'How do I stop my sourdough from collapsing?',
    text: 'It rises for an hour and then it falls. What am I doing wrong?',
  });
  expect(isAsking(intent)).toBe(true);
  expect(wantsRecommendation(intent)).toBe(false);
});

test.each([
  [
    'Show HN: I made a free app that reminds you of birthdays',
    'It is open source. I would love to hear your feedback!',
  ],
  [
    'I made a small web app for other developers',
    'Check it out at https://app.example and let me know what you think.',
  ],
])('reads “%s” as an offer', (title, text) => {
  const intent = readIntent({ title, text });
  expect(isOffering(intent)).toBe(true);
  expect(isAsking(intent)).toBe(false);
});

test('reads a story as neither', () => {
  const intent = readIntent({
    title: 'We finally repaired the old bridge',
    text: 'It took four weekends. Everybody in the village helped, and on Sunday the first bus crossed it.',
  });
  expect(isAsking(intent) || wantsRecommendation(intent) || isOffering(intent)).toBe(false);
});

test('points at the sentence that asks, word for word', () => {
  const { askingSentence } = readIntent({
    title: 'Soldering station for an old man',
    text: 'My father repaired radios all his life. His station weighs like a hammer. Which irons have a very short tip? Price is not so important.',
  });
  expect(askingSentence).toBe('Which irons have a very short tip?');
});

test('points at no sentence where none asks', () => {
  const { askingSentence } = readIntent({
    title: 'Our club won',
    text: 'The final was on Sunday. It rained.',
  });
  expect(askingSentence).toBeNull();
});

test('reads an empty post as nothing', () => {
  const intent = readIntent({ title: '', text: '' });
  expect(isAsking(intent) || wantsRecommendation(intent) || isOffering(intent)).toBe(false);
  expect(intent.askingSentence).toBeNull();
});

test.each([
  [
    'Which app, which app?',
    'Which app would you recommend? I tried /r/apps and https://app.example, 12 apps!',
  ],
  ['', `How do I ${'really '.repeat(120)}start? Is it worth it?`],
  ['', ''],
])('scores “%s” as its features add up, however often each is met', (title, text) => {
  const models = [asksModel, offersModel].map(readModel);
  const features = postFeatures({ title, text });
  const score = postScorer(models);
  expect(score({ title, text })).toEqual(models.map((model) => scoreOf(model, features)));
  expect(score({ title, text })).toEqual(score({ title, text }));
});
