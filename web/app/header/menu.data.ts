/** The signed-in menu, in its order (specification 2, Header). */
export const signedInLinks = [
  { text: 'Dashboard', to: '/dashboard' },
  { text: 'Startup Growth', to: '/#startup-growth' },
  { text: 'Pricing', to: '/#pricing' },
  { text: 'Dev Support', to: '/#dev-support' },
  { text: 'Startup Social', to: '/startup-social' },
  { text: 'Contact Us', to: '/ContactUs' },
  { text: 'Settings', to: '/settings' },
] as const;

/** Beside them for whoever works on support requests. */
export const agentLink = { text: 'Inbox', to: '/startup-spark-suite/inbox' } as const;
