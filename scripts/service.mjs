import { runBuilt } from './run.mjs'

// `npm run service`: the embedded service (docs/embedded-service.md).
runBuilt('service/service.js')
