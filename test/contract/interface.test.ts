import { afterAll } from 'vitest'
import { sharedService } from './shared-service.ts'
// First, because one address may ask for 25 open things a second, and the hostile suites use that up.
import './suites/docs-page.ts'
import './suites/endpoints.ts'
import './suites/rules.ts'
import './suites/parameters.ts'
import './suites/service.ts'
import './suites/hostile-targets.ts'

afterAll(async () => (await sharedService('idle')).close())
