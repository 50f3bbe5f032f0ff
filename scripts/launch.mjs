import { runBuilt } from './run.mjs'

// `npm start`: builds where needed, then src-main/hosts/launch/launch.ts chooses the host.
runBuilt('main/launch.js')
