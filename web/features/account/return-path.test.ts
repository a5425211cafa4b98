import { describe, expect, it } from 'vitest';
import { readReturnPath } from './use-auth-view.ts';

const origin = 'https://spark.example';

describe('the way back after signing in', () => {
  it('is a survey page of this site', () => {
    expect(readReturnPath('/survey/survey-calm-abc1234', origin)).toBe('/survey/survey-calm-abc1234');
    expect(readReturnPath('/survey/survey-calm-abc1234?from=mail#q2', origin)).toBe(
      '/survey/survey-calm-abc1234?from=mail#q2',
    );
  });

  it.each([
    '/startup-spark-suite/inbox/request-1',
    '/startup-spark-suite/requests/request-1?from=mail#your-answer',
    '/Startup-Spark-Suite/Inbox',
  ])('is a page for signed-in people: %s', (next) => {
    expect(readReturnPath(next, origin)).toBe(next);
  });

  it.each([
    null,
    '',
    '/settings',
    '/survey',
    '/surveys/x',
    '/survey/../settings',
    '/startup-spark-suite',
    '/startup-spark-suite/../settings',
    '/startup-spark-suite/%2e%2e/settings',
    '//evil.example/startup-spark-suite/inbox',
    'https://evil.example/startup-spark-suite/inbox',
    '//evil.example/survey/x',
    '/\\evil.example/survey/x',
    'https://evil.example/survey/x',
    'https://spark.example@evil.example/survey/x',
    'javascript:alert(1)//survey/',
    'http://',
  ])('is refused: %s', (next) => {
    expect(readReturnPath(next, origin)).toBeNull();
  });
});
