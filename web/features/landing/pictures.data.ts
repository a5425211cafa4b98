/** CSS pixels of web/public/pictures; written by scripts/pictures.ts. */
export const pictures = {
  questions: { width: 552, height: 422 },
  survey: { width: 390, height: 640 },
};
