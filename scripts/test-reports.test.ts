import type { JSONReport } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { readPlaywright, readVitest } from './test-reports.ts';

const counts = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2 };

test('names the failed tests of Vitest with the first line of their reason', () => {
  const report = {
    ...counts,
    testResults: [
      { name: '/app/shared/a.test.ts', status: 'passed', message: '', assertionResults: [] },
      {
        name: '/app/shared/b.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'b is right', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'b is wrong',
            failureMessages: ['\u001b[31mError: no b\u001b[39m\n  at b'],
          },
        ],
      },
    ],
  };
  expect(readVitest(report as unknown as JsonTestResults, '/app')).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
    failures: ['shared/b.test.ts › b is wrong: Error: no b'],
  });
});

test('names a file that could not be loaded', () => {
  const report = {
    ...counts,
    testResults: [
      { name: '/app/web/c.test.ts', status: 'failed', message: 'Cannot find c', assertionResults: [] },
    ],
  };
  expect(readVitest(report as unknown as JsonTestResults, '/app').failures).toEqual([
    'web/c.test.ts: Cannot find c',
  ]);
});

test('counts a journey that passed at a second try as failed, and names nested ones and errors', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'd.spec.ts',
    line: 7,
    title,
    tests: [{ status, results: [{ error: message ? { message } : undefined }] }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('goes', 'expected'), spec('stops', 'unexpected', 'Timeout of 90000ms\nmore')],
        suites: [{ specs: [spec('wavers', 'flaky')] }],
      },
    ],
    errors: [{ message: 'The worker ended' }],
  };
  expect(readPlaywright(report as unknown as JSONReport)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: [
      'd.spec.ts:7 › stops: Timeout of 90000ms',
      'd.spec.ts:7 › wavers',
      'playwright: The worker ended',
    ],
  });
});
