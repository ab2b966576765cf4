import { PERFORMED_FEATURES } from '../../catalog/performed-features.ts'
import type { ServiceAccess } from './provider.ts'

/** What the functions that begin jobs are told of a pipeline's settings. */
export type BeginSettings = {
  /** Whether metadata of dropped objects may change their recipe. */
  readonly overrides: boolean
  readonly service: ServiceAccess
}

/**
 * The variables of the functions that begin jobs. Of a service of Darkroom's own it is known which features it carries
 * out, so that a drop under any other is refused before anything is uploaded or paid.
 */
export function beginEnvironment({ overrides, service }: BeginSettings): Record<string, string> {
  return {
    ...(!overrides && { RECIPE_OVERRIDES: 'off' }),
    ...(service.serviceIsOwn && { SERVICE_FEATURES: [...PERFORMED_FEATURES].join(',') }),
  }
}
