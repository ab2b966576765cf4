import { hostileSuite } from './hostile-suite.ts'

/** `hostile.long.test.ts` makes several times as many. */
hostileSuite({ large: 3, field: 8, detection: 20, accepted: 3, any: 24 })
