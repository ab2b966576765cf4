import { afterAll } from 'vitest'
import { closeBench } from './shared-bench.ts'
// First, because it begins where there is no batch yet.
import './suites/recipes.ts'
import './suites/pipeline-clients.ts'
import './suites/drop.ts'
import './suites/resume.ts'
import './suites/sheet.ts'
import './suites/batch.ts'

afterAll(closeBench)
