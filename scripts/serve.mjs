import { runBuilt } from './run.mjs'

// `npm run serve`: the browser host.
runBuilt('main/serve.js')
