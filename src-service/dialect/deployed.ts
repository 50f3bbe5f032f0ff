import type { DeployedDialect } from './dialect'
import { deployedHttp } from './http-rules'
import { uuidIds } from './ids'
import { deployedRules } from './rules'

/** Deployed services, as deployed.md knows them. */
export const deployed: DeployedDialect = {
  routes: 'deployed',
  http: deployedHttp,
  ids: uuidIds,
  rules: deployedRules,
}
