/**
 * Terms of the IPTC vocabulary Digital Source Type (https://cv.iptc.org/newscodes/digitalsourcetype/) that an edited
 * picture or video can have here. Each says more than the one before.
 */
export const DIGITAL_SOURCES = [
  'algorithmicallyEnhanced',
  'composite',
  'compositeWithTrainedAlgorithmicMedia',
] as const

export type DigitalSource = (typeof DIGITAL_SOURCES)[number]

/** The term of a feature's results where our own engine made them, and where another service did. */
export type DigitalSources = { ours: DigitalSource; others: DigitalSource }

/** The picture itself is changed; nothing is added that it did not hold. */
export const ALTERED: DigitalSources = {
  ours: 'algorithmicallyEnhanced',
  others: 'algorithmicallyEnhanced',
}

/** The picture is put together with parts of other pictures or of itself. */
export const COMPOSED: DigitalSources = { ours: 'composite', others: 'composite' }

/**
 * Other services use a generative model for it, as far as their documentation tells; a mark that says too much does
 * less harm than one that says too little.
 */
export function generatedElsewhere({ ours }: DigitalSources): DigitalSources {
  return { ours, others: 'compositeWithTrainedAlgorithmicMedia' }
}

/** The URI of a term, as files name it. */
export function digitalSourceUri(term: DigitalSource): string {
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`
}

/** The term of a picture that several steps changed: the one that says most. */
export function strongestSource(terms: readonly DigitalSource[]): DigitalSource | undefined {
  return DIGITAL_SOURCES.findLast((term) => terms.includes(term))
}
