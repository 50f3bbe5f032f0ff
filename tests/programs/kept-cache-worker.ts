import { serveCache } from '../../src-main/cache/serve'
import { serveAgain } from '../fixtures/serve-again'

serveAgain(serveCache)
