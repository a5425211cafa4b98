import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  changeMail,
  emailChangedMail,
  passkeyAddedMail,
  resetMail,
  verifyMail,
} from '#server/features/account/letters.ts';
import {
  type BillingMail,
  composeBillingMail,
  noticeTexts,
} from '#server/features/billing/compose-billing-mail.ts';
import { type ContactRow, composeMail } from '#server/features/contact/compose-mail.ts';
import { dailyLetter, firstLetter } from '#server/features/outreach/daily-mail/letter.ts';
import { deletionMail } from '#server/features/personal-data/letter.ts';
import { customerMail, teamMail } from '#server/features/support-requests/mails/letters.ts';
import {
  type MailedRequest,
  recipients,
  type SupportMail,
  settingOf,
} from '#server/features/support-requests/mails/support-mail.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import { firstAnswerLetter, verdictLetter } from '#server/features/survey-news/letters.ts';
import type { MailedSurvey } from '#server/features/survey-news/repository.ts';
import { confirmMail } from '#server/features/waitlist/confirm-mail.ts';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';

const siteUrl = 'https://spark.example';
const to = 'ada@example.com';
const at = new Date('2026-11-25T10:00:00Z');

const payment = {
  id: 'pi_1',
  userId: 'ada',
  plan: 'pro',
  origin: 'stripe-live',
  chargedAs: 'pi_1',
  subscriptionId: null,
  amount: 2900,
  currency: 'USD',
  refundedAmount: 0,
  disputed: false,
  paidAt: at,
  receiptUrl: 'https://pay.example/receipt',
} as const;

function billing(change: Partial<BillingMail>, isTest = false): MailMessage {
  const row = { id: 'receipt:pi_1', userId: 'ada', plan: 'pro', email: to, userPlan: 'pro', createdAt: at };
  return composeBillingMail({ ...row, ...change } as BillingMail, {
    siteUrl,
    supportEmail: 'help@spark.example',
    isTest,
  });
}

function contact(change: Partial<ContactRow>): MailMessage {
  const row = { id: 1, fullName: 'Ada Founder', email: to, phone: '+1 555 0100', createdAt: at };
  return composeMail(
    { ...row, message: 'Do you work with shops?', ...change } as ContactRow,
    'help@spark.example',
  );
}

const deps = {
  siteUrl: () => siteUrl,
  supportEmail: 'help@spark.example',
  replyAddressFor: () => `reply+${'0'.repeat(44)}@in.spark.example`,
  supportHours: 'Monday to Friday, 09:00 to 17:00, Europe/Berlin',
};

/** A request whose contact is somebody else's address, late and given back: the longest of each letter. */
const mailed = {
  row: {
    id: 'request-1',
    email: 'sam@example.com',
    requestTitle: 'Login fails on my phone',
    appName: 'Bread Planner',
    appUrl: 'https://bread.example',
    issueDescriptions: ['The button does nothing.'],
    promisedHours: 24,
    dueAt: at,
    pausedAt: at,
    waitingSince: at,
    givenBack: true,
    countedAs: 'developer',
    answerToken: 'token',
  } as RequestRow,
  owner: { name: 'Ada Founder', email: to, mailsOff: [] },
  message: { id: 'message-1', authorName: 'Kim', text: 'Which phone is it?' },
  isAnswered: false,
  sent: [{ id: 'message-0', kind: 'reply' }],
  answeredFile: null,
  filesLeftOut: [],
  isResolving: true,
  notAdded: {
    mailId: 'mail-1',
    reason: '"contract.pdf": Only PNG, JPEG and WebP pictures can be attached.',
    text: '',
  },
} as unknown as MailedRequest;
const own = { ...mailed, row: { ...mailed.row, email: to } };
const kinds = Object.keys(settingOf) as (keyof typeof settingOf)[];

const bread = {
  survey: { id: 'survey-unsold-bread-k3x9d2a', ownerId: 'ada', name: null, appName: 'Unsold Bread' },
  analysis: {
    submissionCount: 12,
    analysis: {
      goNoGoDecision: "Can't tell yet",
      summary: '9 of 11 bakers throw away unsold bread every week or more. 6 of 9 paid for it.',
    },
    figures: [
      {
        label: 'throw away unsold bread',
        subject: '9 of 11 bakers',
        says: 'throw away unsold bread every week or more',
        has: 9,
        counted: 11,
        uncounted: 1,
        uncountedOptions: ['I don’t remember'],
        low: 52,
        high: 95,
      },
    ],
    line: 40,
    basis: { reason: 'open', rules: [{ minimumAnswers: 12 }] },
  },
  owner: { email: to, mailsOff: [] },
} as unknown as MailedSurvey;
const news = {
  mailed: bread,
  at: at.toISOString(),
  siteUrl,
  offUrl: `${siteUrl}/api/survey-mails/off?token=t`,
};
const firstAnswer = {
  number: 1,
  questions: [
    { question: 'How often last month did you have to throw away unsold bread?', type: 'multiple-choice' },
    { question: 'Think of the last time. What happened?', type: 'open-ended' },
  ] as SurveyQuestion[],
  answers: ['About every week', 'It rained on Friday. Forty rolls were left at six.'],
};

const notices = Object.keys(noticeTexts) as (keyof typeof noticeTexts)[];

const letters: Record<string, MailMessage> = {
  'a first answer': firstAnswerLetter(news, firstAnswer),
  'a verdict': verdictLetter(news, null),
  'a verdict that changed': verdictLetter(news, 'Go'),
  'a new password': resetMail({ to, link: `${siteUrl}/?resetToken=token` }),
  'an address to confirm': verifyMail({ to, link: `${siteUrl}/?verifyToken=token` }),
  'a new address to confirm': changeMail({ to, link: `${siteUrl}/?verifyToken=token` }),
  'an address that has changed': emailChangedMail({ to, newEmail: 'new@example.com', siteUrl }),
  'a passkey that was added': passkeyAddedMail({ to, siteUrl }),
  'a deleted account': deletionMail({ to, at: at.toISOString(), siteUrl }),
  'the daily mail': dailyLetter({
    email: to,
    ownerId: 'ada',
    day: '2026-11-25',
    news: { conversations: 12, visits: 1204, signUps: 3, surveyAnswers: 40 },
    siteUrl,
    offUrl: `${siteUrl}/api/daily-mail/off?token=token`,
  }),
  'the first conversations of a day': firstLetter({
    email: to,
    ownerId: 'ada',
    day: '2026-11-25',
    campaign: 'Levain Keeper',
    count: 12,
    posts: ['1', '2', '3'].map((id) => ({
      id,
      title: 'How do you keep a starter alive on a trip?',
      place: 'Hacker News',
      quote: id === '3' ? null : 'How do you keep a starter alive?',
    })),
    siteUrl,
    offUrl: `${siteUrl}/api/daily-mail/first-off?token=token`,
  }),
  'the waiting list': confirmMail({ email: to, token: 'token' }, siteUrl, 'now'),
  'a receipt': billing({ kind: 'receipt', payment }),
  'a test receipt': billing({ kind: 'receipt', payment }, true),
  'a payment that is tried again': billing(
    { kind: 'failed', plan: 'developer', userPlan: 'developer' },
    true,
  ),
  'a payment that failed': billing({ kind: 'failed', plan: 'developer', userPlan: 'free' }, true),
  ...Object.fromEntries(
    notices.flatMap((kind) => [
      [`${kind}, to the buyer`, billing({ id: `${kind}:pi_1`, kind, payment }, true)],
      [`${kind}, to the team`, billing({ id: `team:${kind}:pi_1`, kind, payment }, true)],
    ]),
  ),
  'a message to us': contact({ kind: 'contact' }),
  'a demo': contact({ kind: 'demo', startsAt: at, timeZone: 'Europe/Berlin' }),
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}, to a contact`, customerMail(kind, mailed, deps)],
      [`${kind}, to the owner`, customerMail(kind, own, deps)],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(recipients).flatMap(([kind, all]) =>
      all
        .filter((to) => to !== 'customer')
        .flatMap((to) =>
          [false, true].map((reopened) => [
            `${kind}, to ${to}${reopened ? ', reopened' : ''}`,
            teamMail(
              { kind: kind as SupportMail['kind'], reopened, to, recipient: 'kim@spark.example' },
              mailed,
              deps,
            ),
          ]),
        ),
    ),
  ),
};

/** Mails to us are answered as mails. */
const withoutButton = ['a message to us', 'a demo', ...notices.map((kind) => `${kind}, to the team`)];

describe('every letter', () => {
  it.each(Object.entries(letters))('has at most 80 words, one button and the sign: %s', (name, letter) => {
    const { text = '', html = '' } = letter;
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(80);
    expect(html.match(/class="button"/g) ?? []).toHaveLength(withoutButton.includes(name) ? 0 : 1);
    expect(html).toContain('⚡');
    expect(html).toContain('font-family:Geist');
  });

  it('comes from a file that is tried here', () => {
    const here = readFileSync(import.meta.filename, 'utf8');
    for (const file of globSync('server/features/**/*.ts'))
      if (readFileSync(file, 'utf8').includes('mail/render-letter.ts')) expect(here).toContain(`#${file}`);
  });
});
