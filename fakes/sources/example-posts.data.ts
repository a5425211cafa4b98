import type { PostGiven } from './source-fake.ts';
import type { FakeName } from './sources.ts';

/** An invented post about an everyday problem at each source, for a developer without a network. */
export const examplePosts: (PostGiven & { source: FakeName; daysAgo: number })[] = [
  {
    source: 'hacker-news',
    daysAgo: 1,
    title: 'Ask HN: How do you chase late invoices without losing the client?',
    body: 'I freelance and about a third of my invoices are paid late. Reminders feel rude.<p>Is there any tool that sends payment reminders for you, or do you keep a spreadsheet?',
  },
  {
    source: 'stack-exchange',
    daysAgo: 2,
    site: 'softwarerecs',
    title: "Invoicing software that sends payment reminders and doesn't need a bank login",
    body: '<p>I&#39;m looking for <b>invoicing software</b> for one person. It should send reminders for late invoices.</p>',
    community: 'invoicing',
  },
  {
    source: 'lemmy',
    daysAgo: 1,
    title: 'Small shop owners: how do you plan shifts?',
    body: 'Six people, all part time, and the **shift schedule** is a photo of a whiteboard. Does anybody use an app for staff scheduling that people really look at?',
    community: 'smallbusiness',
  },
  {
    source: 'discourse',
    daysAgo: 2,
    title: 'How did you get your first ten users?',
    body: 'I launched two weeks ago and have four users, all friends. Where did you find people who have the problem?',
    community: 'Growth',
  },
  {
    source: 'dev',
    daysAgo: 3,
    title: 'How did you find your first users?',
    body: 'I built a tool for validating ideas and have nobody to show it to. Where did you find the first ten users of your side project?',
    community: 'startup',
  },
  {
    source: 'github',
    daysAgo: 4,
    title: 'Payment reminders for late invoices',
    body: 'It would help to send a **payment reminder** when an invoice is late. At present I look through the list of invoices every Friday.',
    community: 'maker/ledger',
  },
  {
    source: 'mastodon',
    daysAgo: 1,
    title: '',
    body: 'Freelancers: how do you chase late invoices without sounding like a debt collector? I still write every payment reminder by hand. #invoices #lateinvoices #freelancing',
  },
  {
    source: 'bluesky',
    daysAgo: 1,
    title: '',
    body: 'Is there any invoicing app that sends payment reminders for late invoices, for one person, without a bank login?',
  },
];
