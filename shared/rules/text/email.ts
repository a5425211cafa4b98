/** RFC 5321, 4.5.3.1.3: a longer address can't be delivered to. */
const longestEmail = 254;

/**
 * One mail address of the plain form `name@domain.tld`, without blanks around it. Whatever a mail header
 * could read as a second address, a name or a comment is refused, and so are quoted names.
 */
export function isEmail(email: string): boolean {
  return email.length <= longestEmail && plainForm.test(email);
}

const plainForm = /^[^\s\p{C}@,;:<>()[\]\\"]+@[^\s\p{C}@,;:<>()[\]\\".]+(\.[^\s\p{C}@,;:<>()[\]\\".]+)+$/u;
