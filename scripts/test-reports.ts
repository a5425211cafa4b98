import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** What a runner's report comes to: counts, and a line for each test that failed. */
export type Outcome = { passed: number; failed: number; skipped: number; failures: string[] };

/** Reads the report of Vitest's json reporter. A file that could not be loaded has no tests of its own. */
export function readVitest(report: JsonTestResults, root: string): Outcome {
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name);
      const tests = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => line(`${file} › ${fullName}`, failureMessages?.[0]));
      return tests.length > 0 ? tests : [line(file, message)];
    });
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
  return { passed, failed, skipped, failures };
}

/** Reads the report of Playwright's json reporter. A test that passed at a second try failed. */
export function readPlaywright({ stats, suites, errors }: JSONReport): Outcome {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failedSpecs), ...errors.map(({ message }) => line('playwright', message))],
  };
}

function failedSpecs(suite: JSONReportSuite): string[] {
  const own = suite.specs.flatMap(({ file, line: at, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => line(`${file}:${at} › ${title}`, results[0]?.error?.message)),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failedSpecs)];
}

/** The test and the first line of what was wrong with it. */
function line(test: string, message: string | undefined): string {
  const [reason] = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n');
  return reason ? `${test}: ${reason}` : test;
}
