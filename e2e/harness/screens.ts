import type { Screen } from './screen.ts';
import { billingScreens } from './screens-billing.ts';
import { contactScreens } from './screens-contact.ts';
import { outreachScreens } from './screens-outreach.ts';
import { plainScreens, signInScreens } from './screens-public.ts';
import { studioScreens } from './screens-studio.ts';
import { dashboardScreens, validationScreens } from './screens-suite.ts';
import { supportScreens } from './screens-support.ts';
import { resultScreens, surveyScreens } from './screens-survey.ts';

/** Every screen that a picture is taken of and that axe looks at. */
export const screens: Screen[] = [
  ...signInScreens,
  ...plainScreens,
  ...contactScreens,
  ...dashboardScreens,
  ...validationScreens,
  ...studioScreens,
  ...supportScreens,
  ...outreachScreens,
  ...billingScreens,
  ...surveyScreens,
  ...resultScreens,
];
