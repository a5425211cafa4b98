/** CSS pixels of web/public/pictures; written by scripts/pictures.ts. */
export const pictures = {
  questions: { width: 448, height: 495 },
  share: { width: 390, height: 468 },
  survey: { width: 390, height: 640 },
  verdict: { width: 390, height: 744 },
  evidence: { width: 354, height: 288 },
};
