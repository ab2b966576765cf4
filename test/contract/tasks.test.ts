import { afterAll } from 'vitest'
import { sharedService } from './shared-service.ts'
import './suites/task-life.ts'
import './suites/results.ts'
import './suites/example-clients.ts'

afterAll(async () => (await sharedService('at work')).close())
