export type InformationTopic = 'social';

/** What is not open yet, said plainly. */
export const information: Record<InformationTopic, string> = {
  social:
    'Startup Social is in beta and not open yet. Momentum Circles, Capital Points and a Daily Challenge are planned.',
};
