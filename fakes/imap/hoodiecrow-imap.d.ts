/** The package has no types of its own; `imap.ts` names what it uses. */
declare module 'hoodiecrow-imap' {
  // biome-ignore lint/style/noDefaultExport: it has no other
  export default function hoodiecrow(options: object): unknown;
}
