import { expect, test } from 'vitest';
import { saidFeatures } from './said-features.ts';
import { sampleIdeas } from './sample-ideas.data.ts';

const choir = 'An app for choir directors that keeps track of who has which sheet music';

test.each([
  [
    `${choir}. It has a late list, reminders by e-mail, and a QR code on each folder. Only the director can log in.`,
    ['A late list', 'Reminders by e-mail', 'A QR code on each folder', 'Only the director can log in'],
  ],
  [
    `${choir}, who is absent at the next rehearsal, and reminds singers to give the scores back`,
    [
      'Keeps track of who has which sheet music',
      'Keeps track of who is absent at the next rehearsal',
      'Reminds singers to give the scores back',
    ],
  ],
  [
    `${choir}, with a late list, reminders by e-mail and a QR code on each folder`,
    ['A late list', 'Reminders by e-mail', 'A QR code on each folder'],
  ],
  [`${choir}, with a QR code on each folder`, ['A QR code on each folder']],
  [
    'A habit tracker with streaks, gentle reminders and a weekly report for students',
    ['Streaks', 'Gentle reminders', 'A weekly report'],
  ],
  ['An app for bakers. The app includes a price list and a calendar.', ['A price list', 'A calendar']],
  [
    'A website that collects recipes and suggests a menu for the week',
    ['Collects recipes', 'Suggests a menu for the week'],
  ],
  ['A tool that helps nurses swap shifts and sends a message to the ward', ['Sends a message to the ward']],
])('%j names features of its own', (idea, features) => {
  expect(saidFeatures(idea)).toEqual(features);
});

test.each([
  'An app for parents with a baby and a toddler',
  'Habit tracker for people with ADHD',
  'An app that helps nurses swap shifts',
  choir,
  'A service for dog owners, with a focus on old dogs',
  'A shop for runners. It has no ads.',
  'A map for hikers. It has to be quick and kind.',
  'A tool for bakers. It has potential, I think.',
  'Eine App mit einer Liste, einer Karte und einem Kalender',
  'A service that picks up old furniture and resells it',
  'A shop with my sister, my mother and my aunt',
  'An app for bakers. It has helped many people. It has 200 users and a big market.',
  'Only tired parents know how hard this is.',
  '',
])('%j names none that is sure', (idea) => {
  expect(saidFeatures(idea)).toEqual([]);
});

test('there are at most five, none of them long', () => {
  const many = saidFeatures(
    'An app for bakers. It has a map, a list, a chat, a shop, a calendar and a clock.',
  );
  expect(many).toEqual(['A map', 'A list', 'A chat', 'A shop', 'A calendar']);
  const long = `a list ${'of things '.repeat(8)}for each day`;
  expect(saidFeatures(`An app for bakers. It has ${long} and a map.`)).toEqual(['A map']);
  for (const feature of sampleIdeas.flatMap(saidFeatures))
    expect(feature.split(' ').length).toBeLessThanOrEqual(12);
});
