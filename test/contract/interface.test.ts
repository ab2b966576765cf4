import { afterAll } from 'vitest'
import { fewOrAll } from '../setup/sampled.ts'
import { sharedService } from './shared-service.ts'
// First, because an address may make 25 anonymous requests a second, and the hostile suites use them up.
import './suites/docs-page.ts'
import './suites/endpoints.ts'
import './suites/rules.ts'
import './suites/parameters.ts'
import './suites/service.ts'
import { hostileTargetsSuite } from './suites/hostile-targets.ts'

hostileTargetsSuite({ route: fewOrAll(2, 8), headers: fewOrAll(8, 60) })

afterAll(async () => (await sharedService('idle')).close())
