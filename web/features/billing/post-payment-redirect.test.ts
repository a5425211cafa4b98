// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import {
  forgetPostPaymentRedirect,
  keepPostPaymentRedirect,
  readPostPaymentRedirect,
} from './post-payment-redirect.ts';

afterEach(() => sessionStorage.clear());

describe('the way back from the checkout', () => {
  it('is kept until it is forgotten', () => {
    expect(readPostPaymentRedirect()).toBeNull();
    keepPostPaymentRedirect('/startup-spark-suite/dashboard?modal=showValidationModal');
    expect(readPostPaymentRedirect()).toBe('/startup-spark-suite/dashboard?modal=showValidationModal');
    forgetPostPaymentRedirect();
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
