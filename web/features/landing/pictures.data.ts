/** CSS pixels of web/public/pictures; written by scripts/pictures.ts. */
export const pictures = {
  questions: { width: 448, height: 445 },
  share: { width: 390, height: 516 },
  survey: { width: 390, height: 640 },
  verdict: { width: 382, height: 700 },
  evidence: { width: 382, height: 218 },
};
