import { Token } from 'aws-cdk-lib'
import type { ServiceOffer } from '../../catalog/generator/generator.ts'
import type { PipelineBounds } from '../../catalog/limits/pipeline-bounds.ts'
import { parseServiceLimits, type ServiceLimits } from '../../catalog/limits/service-limits.ts'
import type { AnySecret } from '../constructs/any-secret.ts'
import { parseUrl } from '../parse-url.ts'

/** The task service a pipeline drives. */
export type ProviderProps = {
  /** A `TaskService`, or the base URL, `https://…` without a path, of any service with the same interface. */
  readonly service:
    | string
    | {
        readonly url: string
        readonly offer?: ServiceOffer | undefined
        /** How many tasks it works on at once. */
        readonly atOnce?: PipelineBounds['workers']
      }
  /**
   * Whether the service gives the same task for the same Idempotency-Key. Where it does not, a creation whose answer
   * was lost is not repeated: the job fails and says so. @default true for a `TaskService`, false for a URL
   */
  readonly idempotent?: boolean | undefined
  /**
   * What the service takes where that is less than the catalogue says: pictures are prepared for it. @default the
   * catalogue's limits
   */
  readonly limits?: ServiceLimits | undefined
  /**
   * JSON with `apiKey`, a key of the service, and `webhookSecret`, the `whsec_…` its webhooks are signed with.
   * @default one is made, which `darkroom connect` or an operator sets
   */
  readonly secret?: AnySecret | undefined
}

/** What the functions are told of the service. */
export type ServiceAccess = {
  readonly serviceUrl: string
  readonly serviceIdempotent: boolean
  /** What it carries out; absent where that is not known. */
  readonly serviceOffer?: ServiceOffer | undefined
  /** What it takes where that is less than the catalogue says. */
  readonly serviceLimits?: ServiceLimits | undefined
  /** How many tasks it works on at once; absent where that is not known. */
  readonly serviceAtOnce?: PipelineBounds['workers']
}

/** The service behind `props`. Throws when its URL is none or one with a path, or its limits cannot be met. */
export function serviceAccess({ service, idempotent, limits }: ProviderProps): ServiceAccess {
  const serviceLimits = limits && parseServiceLimits(limits)
  if (typeof service === 'object') {
    return {
      serviceUrl: service.url,
      serviceIdempotent: idempotent ?? true,
      serviceOffer: service.offer,
      serviceAtOnce: service.atOnce,
      serviceLimits,
    }
  }
  const access = {
    serviceUrl: service,
    serviceIdempotent: idempotent ?? false,
    serviceLimits,
  }
  if (Token.isUnresolved(service)) return access
  const url = parseUrl(service)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search) {
    throw new Error(`provider.service must be https://… without a path: "${service}".`)
  }
  return { ...access, serviceUrl: url.origin }
}

/** The variables by which a function that calls the service knows it. */
export function serviceEnvironment({ serviceUrl, serviceIdempotent }: ServiceAccess) {
  return {
    SERVICE_BASE_URL: serviceUrl,
    SERVICE_IDEMPOTENT: String(serviceIdempotent),
  }
}
