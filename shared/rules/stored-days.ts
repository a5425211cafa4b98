/** Days for which mails, messages to us and the changes of support requests are stored. */
export const storedDays = 365;
