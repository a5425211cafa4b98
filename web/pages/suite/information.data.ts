export type InformationTopic = 'launch' | 'social';

/** What is not open yet, said plainly. */
export const information: Record<InformationTopic, string> = {
  launch:
    'Your plan includes the launch to your first 1000 users, but it is not open on this installation yet. Nothing was posted.',
  social:
    'Startup Social is in beta and not open yet. Momentum Circles, Capital Points and a Daily Challenge are planned.',
};
