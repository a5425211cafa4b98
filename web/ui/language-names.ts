/** The languages that surveys are written in, each in its own words. */
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };
