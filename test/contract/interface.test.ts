import { afterAll } from 'vitest'
import { oneService } from './one-service.ts'
import './suites/endpoints.ts'
import './suites/rules.ts'
import './suites/parameters.ts'
import './suites/service.ts'
import './suites/hostile-targets.ts'
import './suites/docs-page.ts'

afterAll(async () => (await oneService('idle')).close())
