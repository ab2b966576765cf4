/** The probability that a network's logit stands for. */
export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))
