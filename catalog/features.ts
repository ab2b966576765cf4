import { bodyReshape } from './body-reshape.ts'
import type { Feature, Stage } from './feature.ts'

/** What the service offers, in the order of the documents. */
export const FEATURES: readonly Feature[] = [bodyReshape]

/** The feature with this path segment, or undefined. */
export const featureNamed = (name: string): Feature | undefined =>
  FEATURES.find((feature) => feature.name === name)

/** The path of a feature's task endpoint; a status is read at `<path>/<task id>`. */
export const taskPath = (feature: Feature, stage: Stage): string =>
  `/s2s/${feature.apiVersion}/task/${feature.name}${stage === 'pre-process' ? '/pre-process' : ''}`
