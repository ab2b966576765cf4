import type { ServiceAdmin } from '../../../service/admin.ts'

/** What the routes depend on that change something at the service. */
export type ServiceChangeDeps = {
  /** Absent where the pipeline drives another provider's service. */
  service?: ServiceAdmin | undefined
}
