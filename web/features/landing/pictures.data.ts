/** CSS pixels of web/public/pictures; written by scripts/pictures.ts. */
export const pictures = {
  questions: { width: 448, height: 445 },
  survey: { width: 390, height: 640 },
};
