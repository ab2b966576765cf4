/** The probability that a network's logit stands for. */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
