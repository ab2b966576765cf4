import type { ServiceAccess } from './provider.ts'

/** What the functions that begin jobs are told of a pipeline's settings. */
export type BeginSettings = {
  /** Whether metadata of dropped objects may change their recipe. */
  readonly overrides: boolean
  /** Whether an operator's retry may, too. */
  readonly retryOverrides: boolean
  readonly service: ServiceAccess
}

/**
 * The variables of the functions that begin jobs. Of a service of Darkroom's own it is known what it carries out, so
 * that a drop under a recipe that asks for more is refused before anything is uploaded or paid. Limits of a service are
 * kept with each job.
 */
export function beginEnvironment({
  overrides,
  retryOverrides,
  service,
}: BeginSettings): Record<string, string> {
  return {
    ...(!overrides && { RECIPE_OVERRIDES: 'off' }),
    ...(!retryOverrides && { RETRY_OVERRIDES: 'off' }),
    ...(service.serviceOffer && { SERVICE_OFFER: JSON.stringify(service.serviceOffer) }),
    ...(service.serviceLimits && { SERVICE_LIMITS: JSON.stringify(service.serviceLimits) }),
  }
}
