export type InformationTopic = 'social';

/** Features that are not open yet, said plainly. */
export const information: Record<InformationTopic, string> = {
  social:
    'Startup Social is in beta and not open yet. Momentum Circles, Capital Points and a Daily Challenge are planned.',
};
