// @vitest-environment page
import { afterEach, describe, expect, it } from 'vitest';
import {
  clearPostPaymentRedirect,
  readPostPaymentRedirect,
  savePostPaymentRedirect,
} from './payment-notes.ts';

afterEach(() => sessionStorage.clear());

describe('the way back from the checkout', () => {
  it('is kept until it is forgotten', () => {
    expect(readPostPaymentRedirect()).toBeNull();
    savePostPaymentRedirect('/startup-spark-suite/dashboard?modal=showValidationModal');
    expect(readPostPaymentRedirect()).toBe('/startup-spark-suite/dashboard?modal=showValidationModal');
    clearPostPaymentRedirect();
    expect(readPostPaymentRedirect()).toBeNull();
  });

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)', ''])(
    'never leads to another site: %s',
    (path) => {
      sessionStorage.setItem('postPaymentRedirect', path);
      expect(readPostPaymentRedirect()).toBeNull();
    },
  );
});
