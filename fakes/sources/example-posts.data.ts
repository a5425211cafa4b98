import type { PostGiven } from './posts.ts';
import type { FakeName } from './sources.ts';

/** What a developer without a network can search: invented posts about everyday problems, by nobody. */
export const examplePosts: { source: FakeName; daysAgo: number; post: PostGiven }[] = [
  {
    source: 'hacker-news',
    daysAgo: 1,
    post: {
      title: 'Ask HN: How do you chase late invoices without losing the client?',
      body: 'I freelance and about a third of my invoices are paid late. Reminders feel rude.<p>Is there any tool that sends payment reminders for you, or do you keep a spreadsheet?',
      replies: 23,
      score: 41,
    },
  },
  {
    source: 'hacker-news',
    daysAgo: 3,
    post: {
      title: 'Ask HN: How do you find out whether anybody wants your side project?',
      body: 'I have built three things that nobody used. How do you validate an idea before you write code? Surveys? Interviews?',
      replies: 57,
      score: 88,
    },
  },
  {
    source: 'hacker-news',
    daysAgo: 5,
    post: {
      title: 'Ask HN: What do you use for meal planning with two picky children?',
      body: 'We throw away a lot of food. I&#x27;m looking for a meal planner that writes the shopping list as well.',
      replies: 12,
      score: 19,
    },
  },
  {
    source: 'stack-exchange',
    daysAgo: 2,
    post: {
      site: 'softwarerecs',
      title: "Invoicing software that sends payment reminders and doesn't need a bank login",
      body: '<p>I&#39;m looking for <b>invoicing software</b> for one person. It should:</p><ul><li>send reminders for late invoices</li><li>run in a browser</li></ul>',
      community: 'invoicing',
      replies: 0,
      score: 4,
    },
  },
  {
    source: 'stack-exchange',
    daysAgo: 6,
    post: {
      site: 'softwarerecs',
      title: 'Meal planner that makes a shopping list from recipes',
      body: '<p>Which meal planning app can merge the ingredients of a week of recipes into one shopping list?</p>',
      community: 'recipes',
      replies: 1,
      score: 7,
    },
  },
  {
    source: 'stack-exchange',
    daysAgo: 4,
    post: {
      site: 'superuser',
      title: 'How can I find duplicate photos on an external drive?',
      body: '<p>I have backups of backups. How do I find duplicate photos and keep the best one?</p>',
      community: 'photos',
      replies: 2,
      score: 5,
    },
  },
  {
    source: 'lemmy',
    daysAgo: 1,
    post: {
      title: 'Small shop owners: how do you plan shifts?',
      body: 'Six people, all part time, and the **shift schedule** is a photo of a whiteboard. Does anybody use an app for staff scheduling that people really look at?',
      community: 'smallbusiness',
      replies: 9,
      score: 14,
    },
  },
  {
    source: 'lemmy',
    daysAgo: 7,
    post: {
      title: 'Clients who pay late',
      body: 'Third month in a row that an invoice is paid 40 days late. What do you do: late fee, payment reminders, deposit?',
      community: 'freelance',
      replies: 31,
      score: 52,
    },
  },
  {
    source: 'lemmy',
    daysAgo: 9,
    post: {
      title: 'Learning a language with twenty minutes a day',
      body: 'Is there a language learning app that is about speaking and not about points?',
      community: 'languagelearning',
      replies: 18,
      score: 26,
    },
  },
  {
    source: 'discourse',
    daysAgo: 2,
    post: {
      title: 'How did you get your first ten users?',
      body: 'I launched two weeks ago and have four users, all friends. Where did you find people who have the problem?',
      community: 'Getting started',
      replies: 16,
      score: 11,
    },
  },
  {
    source: 'discourse',
    daysAgo: 8,
    post: {
      title: 'Asking customers before building',
      body: 'What questions do you ask in a survey to validate an idea, and how many answers are enough?',
      community: 'Research',
      replies: 6,
      score: 8,
    },
  },
  {
    source: 'hacker-news',
    daysAgo: 2,
    post: {
      title: 'Ask HN: Which houseplants survive a month without watering?',
      body: 'We travel a lot. Is there any app that reminds a neighbour when to water which houseplant, without an account?',
      replies: 8,
      score: 17,
    },
  },
  {
    source: 'hacker-news',
    daysAgo: 4,
    post: {
      title: 'Ask HN: How do you plan shifts for ten part-time people?',
      body: 'Our cafe plans shifts in a spreadsheet, and somebody always has the old copy. What do you use for shift planning and for swapping shifts?',
      replies: 19,
      score: 33,
    },
  },
  {
    source: 'stack-exchange',
    daysAgo: 3,
    post: {
      site: 'softwarerecs',
      title: 'Shift planning software that lets staff swap shifts themselves',
      body: '<p>I need <b>shift planning</b> for a cafe: ten people, swaps without a phone call, and a plan that prints.</p>',
      community: 'scheduling',
      replies: 1,
      score: 3,
    },
  },
  {
    source: 'lemmy',
    daysAgo: 2,
    post: {
      title: 'My sourdough starter dies every holiday',
      body: 'How do you keep a sourdough starter alive for three weeks? I would love a reminder that knows the feeding schedule and the flour ratio.',
      community: 'breadit',
      replies: 22,
      score: 40,
    },
  },
  {
    source: 'lemmy',
    daysAgo: 5,
    post: {
      title: 'Any running app without a leaderboard?',
      body: 'I train for my first ten kilometres and only want a running plan that moves when I miss a day. Any recommendation?',
      community: 'running',
      replies: 14,
      score: 23,
    },
  },
  {
    source: 'dev',
    daysAgo: 1,
    post: {
      title: 'How did you find your first users?',
      body: 'I built a tool for validating ideas and have nobody to show it to. Where did you find the first ten users of your side project?',
      community: 'discuss',
      replies: 27,
      score: 31,
    },
  },
  {
    source: 'dev',
    daysAgo: 3,
    post: {
      title: 'How do freelancers here deal with late invoices?',
      body: 'Two clients pay late every month. Do you send payment reminders by hand, or does your invoicing tool do it?',
      community: 'help',
      replies: 11,
      score: 12,
    },
  },
  {
    source: 'github',
    daysAgo: 2,
    post: {
      title: 'Payment reminders for late invoices',
      body: 'It would help to send a **payment reminder** when an invoice is late. At present I look through the list of invoices every Friday.',
      community: 'example-ledger/ledger',
      replies: 4,
    },
  },
  {
    source: 'github',
    daysAgo: 6,
    post: {
      title: 'Find duplicate photos across two drives',
      body: 'Duplicate photos are found within one drive only. Is there a way to compare the photos of two drives?',
      community: 'example-photos/gallery',
      replies: 3,
    },
  },
  {
    source: 'mastodon',
    daysAgo: 1,
    post: {
      title: '',
      body: 'Freelancers: how do you chase late invoices without sounding like a debt collector? I still write every payment reminder by hand. #invoices #lateinvoices #freelancers #freelance',
      replies: 9,
      score: 15,
    },
  },
  {
    source: 'mastodon',
    daysAgo: 3,
    post: {
      title: '',
      body: 'Looking for a meal planner that makes a shopping list and does not want to know my weight. Any recommendation? #mealplanner #mealplanning #meal #recipes #shoppinglist',
      replies: 6,
      score: 10,
    },
  },
  {
    source: 'bluesky',
    daysAgo: 1,
    post: {
      title: '',
      body: 'Is there any invoicing app that sends payment reminders for late invoices, for one person, without a bank login?',
      author: 'someone.bsky.example',
      replies: 5,
      score: 8,
    },
  },
  {
    source: 'discourse',
    daysAgo: 4,
    post: {
      title: 'Late invoices: do you charge a fee?',
      body: 'A client is 45 days late with an invoice. Is a late fee worth the quarrel, or are friendly payment reminders enough?',
      community: 'Money',
      replies: 12,
      score: 9,
    },
  },
];
