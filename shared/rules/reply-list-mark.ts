/** The mark that an item of a list begins with, at the start of a line: "- ", "• ", "1. ", "2) ". */
export const listMark = /^(?:[-*+•]|\d{1,2}[.)])[ \t]+/;
