import { hostileSuite } from './hostile-suite.ts'

hostileSuite({ whole: 100, large: 100, field: 120, detection: 300, accepted: 12, any: 400 })
