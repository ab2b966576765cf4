import { afterAll } from 'vitest'
import { oneService } from './one-service.ts'
import './suites/task-life.ts'
import './suites/results.ts'

afterAll(async () => (await oneService('at work')).close())
