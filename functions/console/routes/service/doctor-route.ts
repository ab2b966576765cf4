import type { DoctorAnswer } from '../../../../catalog/console/service-wire.ts'
import type { Finding } from '../../../operate/doctor/finding.ts'
import { type ConsoleRoute, route } from '../route.ts'
import { SERVICE } from './service-forms.ts'

export type DoctorDeps = {
  /** Looks at everything that its function may look at. */
  examine(): Promise<Finding[]>
  /** Epoch milliseconds. */
  now: () => number
}

/** What is wrong with the stacks, and what to do about it. */
export const DOCTOR_ROUTES: readonly ConsoleRoute<DoctorDeps>[] = [
  route({
    ...SERVICE.doctor,
    handle: async (_, { examine, now }: DoctorDeps) => {
      const findings = await examine()
      return { json: { at: new Date(now()).toISOString(), findings } satisfies DoctorAnswer }
    },
  }),
]
